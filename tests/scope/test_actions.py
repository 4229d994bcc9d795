"""Addresses whose visit would do something are told from pages about it."""

from __future__ import annotations

import pytest

from mekik.scope import action_of


@pytest.mark.parametrize(
    "path",
    [
        "/liste/sil?kayit=7", "/items/5/delete", "/delete/5", "/post.php?action=delete&id=3", "/x?remove=4",
        "/?add-to-cart=99", "/cart/add/17", "/sepet/ekle?k=5", "/sepete-ekle/5", "/logout", "/user/sign-out", "/cikis",
        "/account?do=logout", "/entfernen?artikel=3", "/checkout?cart=5",
    ],
)  # fmt: skip
def test_what_deletes_orders_or_logs_out(path: str) -> None:
    assert action_of("http://example.org" + path)


@pytest.mark.parametrize(
    "path",
    [
        "/", "/docs/commands/delete", "/haber/silivri-yolu-5", "/cart", "/sepet", "/news/how-to-delete-a-file-2024",
        "/silgi?id=4", "/checkout", "/removed?id=4", "/login?next=/", "/kaldirim-tasi/3", "/list?sort=order",
    ],
)  # fmt: skip
def test_pages_about_it_are_pages(path: str) -> None:
    assert action_of("http://example.org" + path) == ""


def test_a_host_called_so_does_nothing() -> None:
    assert action_of("http://delete.example.org/5?id=3") == ""
