"""XLSX and ODS files written from a text in which tabs separate the cells.

    Date    Ann
    2024-03-15    119        a date, and a number
    '0123                    a text, although it looks like a number
    =SUM(B2:B2)~119          a formula with the value that the sheet shows
    #REF!                    an error
    === 2025                 the sheet of this name begins; the rows before it have the first one

The files have only what a spreadsheet program needs, and what it writes where it matters for a
reader: shared texts, styles for dates, rows and columns that are repeated in ODS.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date
from xml.sax.saxutils import escape

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
DATE = re.compile(r"\d{4}-\d\d-\d\d")
FORMULA = re.compile(r"=(.*)~(.*)")
NEW_SHEET = "=== "
FIRST_NAME = "Sheet1"
DAY_0 = date(1899, 12, 30)
DAY_0_SINCE_1904 = date(1904, 1, 1)
ROWS_OF_A_SHEET = 1_048_576
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
CONTENT_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns"
ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"

Sheet = tuple[str, list[list[str]]]


def sheets_of(text: str) -> list[Sheet]:
    """Return the sheets of a text: the name of each, and its rows of cells."""
    sheets: list[Sheet] = [(FIRST_NAME, [])]
    for line in text.splitlines():
        if line.startswith(NEW_SHEET):
            sheets.append((line.removeprefix(NEW_SHEET), []))
        else:
            sheets[-1][1].append(line.split("\t"))
    return sheets


def zipped(files: dict[str, str], stored: str = "") -> bytes:
    """Return a ZIP archive of texts; the one named `stored` comes first and is not compressed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            method = zipfile.ZIP_STORED if name == stored else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), content, method)
    return buffer.getvalue()


def xlsx(text: str, *, since_1904: bool = False) -> bytes:
    """Return an XLSX file; `since_1904` counts days as spreadsheets on a Macintosh once did."""
    sheets, shared = sheets_of(text), list[str]()
    parts = {
        f"xl/worksheets/sheet{number}.xml": _worksheet(rows, shared, since_1904)
        for number, (_, rows) in enumerate(sheets, 1)
    }
    numbers = range(1, len(sheets) + 1)
    named = "".join(
        f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, (name, _) in enumerate(sheets, 1)
    )
    related = "".join(
        f'<Relationship Id="rId{number}" Type="{OFFICE}/worksheet" '
        f'Target="worksheets/sheet{number}.xml"/>'
        for number in numbers
    )
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" '
        f'ContentType="{TYPE}.worksheet+xml"/>'
        for number in numbers
    )
    last = len(sheets)
    files = {
        "[Content_Types].xml": f'{XML}<Types xmlns="{CONTENT_TYPES}">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{TYPE}.styles+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{TYPE}.sharedStrings+xml"/>'
        f"{overrides}</Types>",
        "_rels/.rels": f'{XML}<Relationships xmlns="{RELATIONS}"><Relationship Id="rId1" '
        f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{XML}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
        f'<workbookPr date1904="{int(since_1904)}"/><sheets>{named}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{XML}<Relationships xmlns="{RELATIONS}">{related}'
        f'<Relationship Id="rId{last + 1}" Type="{OFFICE}/styles" Target="styles.xml"/>'
        f'<Relationship Id="rId{last + 2}" Type="{OFFICE}/sharedStrings" '
        'Target="sharedStrings.xml"/></Relationships>',
        "xl/styles.xml": f'{XML}<styleSheet xmlns="{MAIN}">'
        '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/></numFmts>'
        '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
        '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>'
        '<borders count="1"><border/></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs>'
        '<cellXfs count="2"><xf numFmtId="0" xfId="0"/>'
        '<xf numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>',
        **parts,
    }
    texts = "".join(f'<si><t xml:space="preserve">{escape(each)}</t></si>' for each in shared)
    files["xl/sharedStrings.xml"] = f'{XML}<sst xmlns="{MAIN}">{texts}</sst>'
    return zipped(files)


def _worksheet(rows: list[list[str]], shared: list[str], since_1904: bool) -> str:
    written = "".join(
        f'<row r="{number}">{"".join(_cells(number, row, shared, since_1904))}</row>'
        for number, row in enumerate(rows, 1)
        if any(row)
    )
    return f'{XML}<worksheet xmlns="{MAIN}"><sheetData>{written}</sheetData></worksheet>'


def _cells(number: int, row: list[str], shared: list[str], since_1904: bool) -> Iterator[str]:
    """Yield the cells of a row; an empty one is not written."""
    for index, cell in enumerate(row):
        place = f"{chr(ord('A') + index)}{number}"
        formula = FORMULA.fullmatch(cell)
        prefix = f"<f>{escape(formula[1])}</f>" if formula else ""
        value = formula[2] if formula else cell
        if not value:
            continue
        if DATE.fullmatch(value):
            day_0 = DAY_0_SINCE_1904 if since_1904 else DAY_0
            days = (date.fromisoformat(value) - day_0).days
            yield f'<c r="{place}" s="1">{prefix}<v>{days}</v></c>'
        elif NUMBER.fullmatch(value):
            yield f'<c r="{place}">{prefix}<v>{value}</v></c>'
        elif value.startswith("#"):
            yield f'<c r="{place}" t="e">{prefix}<v>{value}</v></c>'
        elif formula:
            yield f'<c r="{place}" t="str">{prefix}<v>{escape(value)}</v></c>'
        else:
            shown = value.removeprefix("'")
            if shown not in shared:
                shared.append(shown)
            yield f'<c r="{place}" t="s"><v>{shared.index(shown)}</v></c>'


def ods(text: str) -> bytes:
    """Return an ODS file."""
    tables = "".join(
        f'<table:table table:name="{escape(name)}">'
        f'<table:table-column table:number-columns-repeated="1024"/>{_ods_rows(rows)}'
        f'<table:table-row table:number-rows-repeated="{ROWS_OF_A_SHEET - len(rows)}">'
        '<table:table-cell table:number-columns-repeated="1024"/></table:table-row>'
        "</table:table>"
        for name, rows in sheets_of(text)
    )
    content = (
        f'{XML}<office:document-content xmlns:office="{OPEN_DOCUMENT}:office:1.0" '
        f'xmlns:table="{OPEN_DOCUMENT}:table:1.0" xmlns:text="{OPEN_DOCUMENT}:text:1.0" '
        'office:version="1.2"><office:body><office:spreadsheet>'
        f"{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        f'{XML}<manifest:manifest xmlns:manifest="{OPEN_DOCUMENT}:manifest:1.0" '
        'manifest:version="1.2">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS_TYPE}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        "</manifest:manifest>"
    )
    files = {"mimetype": ODS_TYPE, "content.xml": content, "META-INF/manifest.xml": manifest}
    return zipped(files, stored="mimetype")


def _ods_rows(rows: list[list[str]]) -> str:
    return "".join(f"<table:table-row>{''.join(_ods_cells(row))}</table:table-row>" for row in rows)


def _ods_cells(row: list[str]) -> Iterator[str]:
    """Yield the cells of a row; empty ones beside each other are written as one that repeats."""
    empty = 0
    for cell in row:
        if not cell:
            empty += 1
            continue
        if empty:
            yield f'<table:table-cell table:number-columns-repeated="{empty}"/>'
            empty = 0
        yield _ods_cell(cell)


def _ods_cell(cell: str) -> str:
    formula = FORMULA.fullmatch(cell)
    worked = f' table:formula="of:={escape(formula[1])}"' if formula else ""
    value = formula[2] if formula else cell
    if DATE.fullmatch(value):
        day = date.fromisoformat(value)
        kind = f'office:value-type="date" office:date-value="{value}"'
        shown = f"{day.day}.{day.month}.{day.year % 100:02}"
    elif NUMBER.fullmatch(value):
        kind, shown = f'office:value-type="float" office:value="{value}"', value
    else:
        kind, shown = 'office:value-type="string"', escape(value.removeprefix("'"))
    return f"<table:table-cell{worked} {kind}><text:p>{shown}</text:p></table:table-cell>"
