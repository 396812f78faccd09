"""Sheets as an Excel workbook: numbers are numbers, dates are dates, names are never formulas."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import xlsxwriter

from domino_table.export.sheets import Sheet

_DATES = {"date", "stored"}
_WIDEST = 40


def workbook(sheets: Iterable[Sheet]) -> bytes:
    """The bytes of an XLSX file with one worksheet per sheet, a frozen title row and a filter."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    title = book.add_format({"bold": True, "bottom": 1})
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
    for sheet in sheets:
        page = book.add_worksheet(sheet.name.capitalize())
        page.write_row(0, 0, [name.replace("_", " ") for name in sheet.columns], title)
        page.freeze_panes(1, 0)
        page.autofilter(0, 0, max(len(sheet.rows), 1), len(sheet.columns) - 1)
        for number, row in enumerate(sheet.rows, 1):
            for column, value in enumerate(row):
                _write(page, number, column, value, (day, moment) if sheet.columns[column] in _DATES else None)
        for column, name in enumerate(sheet.columns):
            widest = max([len(str(row[column])) for row in sheet.rows] + [len(name)])
            page.set_column(column, column, min(widest, _WIDEST) + 2)
    book.close()
    return out.getvalue()


def _write(page: Any, row: int, column: int, value: Any, formats: tuple[Any, Any] | None) -> None:
    moment = _moment(value) if formats else None
    if formats and moment:
        page.write_datetime(row, column, moment, formats["T" in value])
    elif isinstance(value, bool):
        page.write_boolean(row, column, value)
    elif isinstance(value, int):
        page.write_number(row, column, value)
    elif value is not None:
        page.write_string(row, column, str(value))


def _moment(value: Any) -> datetime | None:
    """An ISO date or time, without its zone, which Excel does not know; None if it is no such thing."""
    try:
        return datetime.fromisoformat(value).replace(tzinfo=None)
    except (TypeError, ValueError):
        return None
