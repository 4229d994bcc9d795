"""Who translates, for all of a data directory: the section `translation` of its `translation.toml`."""

from __future__ import annotations

import msgspec

from mekik.crawl.folder import Folder
from mekik.settings import Settings, TranslationSettings, load


def translation_of(folder: Folder) -> TranslationSettings:
    """Without that file, the usual one. Raises SettingError."""
    return load(folder.translation).translation if folder.translation.is_file() else TranslationSettings()


def with_translation(folder: Folder, settings: Settings) -> Settings:
    """A job's settings for whoever fills the index: what the job does not say itself, the file says."""
    own, usual = msgspec.structs.asdict(settings.translation), msgspec.structs.asdict(TranslationSettings())
    said = {name: value for name, value in own.items() if value != usual[name]}
    return msgspec.structs.replace(settings, translation=msgspec.structs.replace(translation_of(folder), **said))
