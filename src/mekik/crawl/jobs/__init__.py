"""Jobs as people handle them: made, queued, scheduled, limited, deleted; and the process that runs them one by one.

| I look for | file |
| --- | --- |
| what may be done with a job, for the API and the pages | `desk.py` |
| the order in which jobs run | `queue.py` |
| when a job runs by itself | `schedules.py`, `cron.py` |
| how much a member may crawl | `quotas.py`, `limits.py`, `members.py` |
| what a job would do, before it is made | `trial.py`, `trial_main.py` |
| what happens when a job is deleted | `removal.py` |
| the engine's process, and who keeps it alive | `engine_main.py`, `keeper.py` |
"""
