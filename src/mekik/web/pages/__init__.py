"""HTML pages, one file a subject. `base.page` renders a template with what every page needs."""
