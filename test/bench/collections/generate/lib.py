"""Blocks of a document, and five ways to write them (PDF, DOCX, HTML, Markdown, CSV).

A document is a list of blocks. A table keeps its cells as data, so a question can ask the table
for the value it prints. Superscript marks are written ^1^ in any text.
"""
import csv, datetime, html, io, re, subprocess, zipfile
from decimal import Decimal

DOCS = []
NB = "\u00a0"


class C:
    """A cell that spans columns (cs) or rows (rs)."""
    def __init__(self, t, cs=1, rs=1):
        self.t, self.cs, self.rs = t, cs, rs


def G(text):
    return ("group", text)


def T(row):
    return ("total", row)


def plain(s):
    return re.sub(r"\^([^^]+)\^", r"\1", s)


class Table:
    def __init__(self, head, rows, widths=None, align=None, caption=None, notes=(), size=None, grid="lines"):
        self.head, self.caption, self.notes, self.size, self.style = head, caption, list(notes), size, grid
        self.rows, self.kinds = [], []
        self.ncol = max(sum(c.cs if isinstance(c, C) else 1 for c in r) for r in head) if head else 0
        if not self.ncol:
            self.ncol = max(len(r) for r in rows)
        for r in rows:
            if isinstance(r, tuple) and r[0] == "group":
                self.rows.append([C(r[1], cs=self.ncol)]); self.kinds.append("group")
            elif isinstance(r, tuple) and r[0] == "total":
                self.rows.append(list(r[1])); self.kinds.append("total")
            else:
                self.rows.append(list(r)); self.kinds.append("row")
        self.widths = widths or [3] + [1] * (self.ncol - 1)
        self.align = align or ["l"] + ["r"] * (self.ncol - 1)

    def grid(self):
        """[(row, column, cell)] with spans resolved; rows count the header rows first."""
        taken, out = set(), []
        for r, row in enumerate(list(self.head) + self.rows):
            c = 0
            for cell in row:
                cell = cell if isinstance(cell, C) else C(cell)
                while (r, c) in taken:
                    c += 1
                for i in range(cell.rs):
                    for j in range(cell.cs):
                        taken.add((r + i, c + j))
                out.append((r, c, cell))
                c += cell.cs
        return out

    def _find(self, label, group=None):
        inside = group is None
        for row, kind in zip(self.rows, self.kinds):
            texts = [plain(c.t if isinstance(c, C) else c) for c in row]
            if kind == "group":
                if group is not None:
                    inside = texts[0].startswith(group)
                continue
            if inside and any(t.startswith(label) for t in texts[:2]):
                return texts
        raise KeyError((label, group, self.caption))

    def val(self, label, col, group=None):
        return self._find(label, group)[col]

    def ev(self, label, group=None):
        cells = [t for t in self._find(label, group) if t]
        return (group + ": " if group else "") + " | ".join(cells)


class Doc:
    def __init__(self, file, collection, lang, meta_title=None, style=None, author=None, sep=None):
        self.file, self.collection, self.lang = file, collection, lang
        self.meta_title, self.author, self.style = meta_title, author, style or {}
        self.blocks, self.questions = [], []
        DOCS.append(self)

    def h(self, text, level=1):
        self.blocks.append(("h", level, text)); return self

    def p(self, *texts):
        for t in texts:
            self.blocks.append(("p", t))
        return self

    def ul(self, *items):
        self.blocks.append(("ul", items)); return self

    def ol(self, *items):
        self.blocks.append(("ol", items)); return self

    def note(self, text):
        self.blocks.append(("note", text)); return self

    def t(self, table):
        self.blocks.append(("t", table)); return table

    def pb(self):
        self.blocks.append(("pb",)); return self

    def title(self, text, sub=None):
        self.blocks.append(("title", text, sub)); return self

    def fig(self, question, answer, wrong=(), ev="", lang=None, more=()):
        """A figure: answer and wrong are given as printed; variants of the format are added."""
        L = lang or self.lang
        a = variants(answer, self.lang, L) + [m for m in more]
        if L != self.lang:
            a += variants(answer, self.lang, self.lang)
        if self.style.get("thousands"):      # the same amount in millions
            m = re.fullmatch(r"\d{4,}", next((v for v in a if re.fullmatch(r"\d{4,}", v)), ""))
            if m:
                for dec in (3, 2, 1):
                    s = f"{int(m.group(0)) / 1000:.{dec}f}"
                    a.append(s if L == "en" else s.replace(".", ","))
            a = dedupe(a)
        w = []
        for x in wrong:
            w += [v for v in variants(x, self.lang, L) if v not in a]
        self.questions.append(dict(language=L, question=question, kind="figure", collection=self.collection,
                                   document=self.file, answers=dedupe(a), wrong=dedupe(w), evidence=ev))

    def yn(self, question, polarity, ev, lang=None):
        L = lang or self.lang
        self.questions.append(dict(language=L, question=question, kind="yes_no", collection=self.collection,
                                   document=self.file, answers=YESNO[L][polarity],
                                   wrong=YESNO[L]["no" if polarity == "yes" else "yes"],
                                   polarity=polarity, evidence=ev))

    def pr(self, question, answers, ev, wrong=(), lang=None):
        self.questions.append(dict(language=lang or self.lang, question=question, kind="prose",
                                   collection=self.collection, document=self.file, answers=list(answers),
                                   wrong=list(wrong), evidence=ev))

    def un(self, question, absent, what, lang=None):
        """Nothing in the base answers this. absent: patterns that no document of the base contains
        (a pattern beginning with @ is looked for in this document only)."""
        self.questions.append(dict(language=lang or self.lang, question=question, kind="unanswerable",
                                   collection=self.collection, document=None, answers=[], near=self.file,
                                   absent=list(absent), evidence=what))


YESNO = {"sv": {"yes": ["Ja"], "no": ["Nej"]}, "en": {"yes": ["Yes"], "no": ["No"]}, "de": {"yes": ["Ja"], "no": ["Nein"]}}


def dedupe(xs):
    out = []
    for x in xs:
        if x not in out:
            out.append(x)
    return out


def num(v, lang, dec=0, paren=False, sep=None, minus="\u2212", zero="–"):
    """A number as the language prints it."""
    if v is None or (v == 0 and dec == 0 and zero):
        return zero
    th = sep or {"sv": NB, "en": ",", "de": "."}[lang]
    pt = {"sv": ",", "en": ".", "de": ","}[lang]
    s = f"{abs(Decimal(str(v))):,.{dec}f}".replace(",", "\0").replace(".", pt).replace("\0", th)
    if v < 0:
        return f"({s})" if paren else minus + s
    return s


def variants(text, doclang, lang):
    """The number in a printed text, in the formats a right answer may have."""
    if re.fullmatch(r"\d+[–-]\d+", text):
        return [text, text.replace("–", "-")]
    if re.fullmatch(r"\d+:\d\d", text):
        return [text, text.replace(":", ".")]
    m = re.search(r"\d[\d\s\u00a0\u202f.,]*\d|\d", plain(text))
    if not m:
        return [text]
    s = re.sub(r"[\s\u00a0\u202f]", "", m.group(0))
    if doclang == "en":
        s = s.replace(",", "")
    elif doclang == "de":
        s = s.replace(".", "").replace(",", ".")
    else:
        s = s.replace(",", ".")
    if s.count(".") > 1:
        return [text]
    whole, _, frac = s.partition(".")
    out = []
    groups = f"{int(whole):,}"
    fracs = [frac]
    if frac and not frac.strip("0"):
        fracs.append("")
    elif frac.endswith("0"):
        fracs.append(frac.rstrip("0"))
    for f in fracs:
        for th, pt in {"sv": [(" ", ","), ("", ","), ("", ".")], "en": [(",", "."), ("", "."), (" ", ".")],
                       "de": [(".", ","), ("", ","), (" ", ",")]}[lang]:
            out.append(groups.replace(",", th) + (pt + f if f else ""))
    return dedupe(out)


# ---------------------------------------------------------------- PDF
def font_file(name):
    return subprocess.run(["fc-match", "-f", "%{file}", name], capture_output=True, text=True).stdout


def fonts(kind):
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    if kind == "helvetica":
        return "Helvetica", "Helvetica-Bold"
    if kind == "times":
        return "Times-Roman", "Times-Bold"
    fam = {"sans": "Liberation Sans", "serif": "Liberation Serif", "narrow": "Liberation Sans Narrow"}[kind]
    key = fam.replace(" ", "")
    if key not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(key, font_file(fam + ":style=Regular")))
        pdfmetrics.registerFont(TTFont(key + "-B", font_file(fam + ":style=Bold")))
        pdfmetrics.registerFontFamily(key, normal=key, bold=key + "-B", italic=key, boldItalic=key + "-B")
    return key, key + "-B"


def rl(text, winansi):
    t = html.escape(text, quote=False)
    t = re.sub(r"\^([^^]+)\^", r"<super>\1</super>", t)
    if winansi:
        t = t.replace("\u2212", "-").replace("\u202f", NB)
    return t


def write_pdf(doc, path):
    from reportlab.lib import colors
    from reportlab.lib.pagesizes import A4, LETTER, A5
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.lib.units import mm
    from reportlab.platypus import (BaseDocTemplate, Frame, PageTemplate, Paragraph, Spacer, Table as RT, TableStyle,
                                    PageBreak, KeepTogether)
    from reportlab.pdfgen.canvas import Canvas
    st = doc.style
    font, bold = fonts(st.get("font", "helvetica"))
    wa = st.get("font", "helvetica") in ("helvetica", "times")
    size = st.get("size", 10)
    page = {"a4": A4, "letter": LETTER, "a5": A5}[st.get("page", "a4")]
    W, H = page
    ml, mr, mt = st.get("ml", 22) * mm, st.get("mr", 20) * mm, st.get("mt", 26) * mm
    foots = st.get("footers", [["{n}"]])      # footer lines, taken in turn by page, so the height varies
    tallest = max(len(f) for f in foots)
    mb = (14 + 4 * tallest) * mm
    base = ParagraphStyle("b", fontName=font, fontSize=size, leading=size * 1.32, spaceAfter=size * 0.55)
    accent = colors.HexColor(st.get("accent", "#1d3f5e"))

    class Count(Canvas):
        def __init__(self, *a, **k):
            super().__init__(*a, **k); self._saved = []

        def showPage(self):
            self._saved.append(dict(self.__dict__)); self._startPage()

        def save(self):
            info = self._doc.info
            info.title, info.author = doc.meta_title or "", doc.author or ""
            info.creator = info.subject = ""
            n = len(self._saved)
            for i, s in enumerate(self._saved, 1):
                self.__dict__.update(s)
                if not (i == 1 and st.get("cover", True)):
                    head = st.get("heads", [st.get("head", "")])
                    txt = head[(i - 1) % len(head)]
                    self.setFont(font, 8)
                    if txt:
                        (self.drawRightString if st.get("head_right") and i % 2 else self.drawString)(
                            (W - mr) if st.get("head_right") and i % 2 else ml, H - 14 * mm, txt)
                        if st.get("head_rule"):
                            self.setLineWidth(0.4); self.line(ml, H - 16 * mm, W - mr, H - 16 * mm)
                    f = foots[(i - 1) % len(foots)]
                    y = 9 * mm + 3.6 * mm * (len(f) - 1)
                    for line in f:
                        self.setFont(font, 7.5)
                        self.drawCentredString(W / 2, y, line.replace("{n}", str(i)).replace("{N}", str(n)))
                        y -= 3.6 * mm
                super().showPage()
            super().save()

    story = []
    for b in doc.blocks:
        if b[0] == "title":
            story += [Spacer(1, st.get("title_space", 30) * mm),
                      Paragraph(rl(b[1], wa), ParagraphStyle("t", parent=base, fontName=bold, fontSize=size * 2.3, leading=size * 2.8, textColor=accent)),
                      Spacer(1, 4 * mm)]
            if b[2]:
                for line in b[2].split("\n"):
                    story.append(Paragraph(rl(line, wa), ParagraphStyle("ts", parent=base, fontSize=size * 1.15)))
            story.append(Spacer(1, 6 * mm))
            if st.get("cover", True):
                story.append(PageBreak())
        elif b[0] == "h":
            k = {1: 1.55, 2: 1.2, 3: 1.03}[b[1]]
            story.append(Paragraph(rl(b[2], wa), ParagraphStyle("h%d" % b[1], parent=base, fontName=bold, fontSize=size * k, leading=size * k * 1.25,
                                                                spaceBefore=size * (1.2 if b[1] < 3 else .7), spaceAfter=size * .5, keepWithNext=1, textColor=accent)))
        elif b[0] == "p":
            story.append(Paragraph(rl(b[1], wa), base))
        elif b[0] == "note":
            story.append(RT([[Paragraph(rl(b[1], wa), base)]], style=TableStyle([("BOX", (0, 0), (-1, -1), .6, accent), ("LEFTPADDING", (0, 0), (-1, -1), 6)]), spaceAfter=6))
        elif b[0] in ("ul", "ol"):
            for i, x in enumerate(b[1], 1):
                story.append(Paragraph(rl(x, wa), ParagraphStyle("li", parent=base, leftIndent=14, bulletIndent=2, spaceAfter=2),
                                       bulletText="•" if b[0] == "ul" else f"{i}."))
            story.append(Spacer(1, 4))
        elif b[0] == "pb":
            story.append(PageBreak())
        elif b[0] == "t":
            t = b[1]
            fs = t.size or st.get("tsize", size * .86)
            avail = W - ml - mr if not st.get("columns") else (W - ml - mr - 7 * mm) / 2
            total = sum(t.widths)
            cw = [avail * w / total for w in t.widths]
            nh, nr = len(t.head), len(t.head) + len(t.rows)
            data = [[""] * t.ncol for _ in range(nr)]
            cmds = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("TOPPADDING", (0, 0), (-1, -1), 1.6), ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
                    ("LEFTPADDING", (0, 0), (-1, -1), 3), ("RIGHTPADDING", (0, 0), (-1, -1), 3)]
            for r, c, cell in t.grid():
                hd = r < nh
                kind = None if hd else t.kinds[r - nh]
                al = t.align[c]
                if hd and cell.cs > 1:
                    al = "c"
                if kind == "group":
                    al = "l"
                ps = ParagraphStyle("c", fontName=bold if hd or kind in ("group", "total") else font, fontSize=fs, leading=fs * 1.2,
                                    alignment={"l": 0, "c": 1, "r": 2}[al])
                data[r][c] = Paragraph(rl(cell.t, wa), ps)
                if cell.cs > 1 or cell.rs > 1:
                    cmds.append(("SPAN", (c, r), (c + cell.cs - 1, r + cell.rs - 1)))
                if hd and cell.cs > 1:
                    cmds.append(("LINEBELOW", (c, r), (c + cell.cs - 1, r), .4, colors.grey))
                if kind == "total":
                    cmds.append(("LINEABOVE", (0, r), (-1, r), .5, colors.black))
            if nh:
                cmds.append(("LINEBELOW", (0, nh - 1), (-1, nh - 1), .8, accent))
            if t.style == "grid":
                cmds.append(("GRID", (0, 0), (-1, -1), .3, colors.grey))
            elif t.style == "zebra":
                for r in range(nh, nr):
                    if r % 2:
                        cmds.append(("BACKGROUND", (0, r), (-1, r), colors.HexColor("#eef2f5")))
            cap = [Paragraph(rl(t.caption, wa), ParagraphStyle("cap", parent=base, fontName=bold, fontSize=fs, spaceBefore=4, spaceAfter=3, keepWithNext=1))] if t.caption else []
            story += cap + [RT(data, colWidths=cw, repeatRows=nh, style=TableStyle(cmds), hAlign="LEFT", spaceAfter=4)]
            for n in t.notes:
                story.append(Paragraph(rl(n, wa), ParagraphStyle("fn", parent=base, fontSize=size * .75, leading=size * .95, spaceAfter=1)))
            story.append(Spacer(1, 6))
    bt = BaseDocTemplate(str(path), pagesize=page, invariant=1, title=doc.meta_title or None, author=doc.author or None,
                         pageCompression=1)
    bt.title = doc.meta_title if doc.meta_title else None
    if st.get("columns"):
        cwid = (W - ml - mr - 7 * mm) / 2
        frames = [Frame(ml, mb, cwid, H - mt - mb, 0, 0, 0, 0), Frame(ml + cwid + 7 * mm, mb, cwid, H - mt - mb, 0, 0, 0, 0)]
    else:
        frames = [Frame(ml, mb, W - ml - mr, H - mt - mb, 0, 0, 0, 0)]
    bt.addPageTemplates([PageTemplate("p", frames)])
    bt.build(story, canvasmaker=Count)


# ---------------------------------------------------------------- DOCX
def write_docx(doc, path):
    import docx
    from docx.enum.text import WD_ALIGN_PARAGRAPH as WA
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Pt
    st = doc.style
    d = docx.Document()
    d.styles["Normal"].font.name = st.get("font", "Calibri")
    d.styles["Normal"].font.size = Pt(st.get("size", 10.5))

    def runs(par, text, b=False, size=None):
        for i, part in enumerate(re.split(r"\^([^^]+)\^", text)):
            if part:
                r = par.add_run(part)
                r.bold = b or None
                if i % 2:
                    r.font.superscript = True
                if size:
                    r.font.size = Pt(size)

    def field(par, code):
        for typ, txt in (("begin", None), (None, code), ("end", None)):
            r = par.add_run()
            if typ:
                e = OxmlElement("w:fldChar"); e.set(qn("w:fldCharType"), typ)
            else:
                e = OxmlElement("w:instrText"); e.text = txt
            r._r.append(e)
    sec = d.sections[0]
    if st.get("head"):
        sec.header.paragraphs[0].text = st["head"]
    if st.get("foot") is not None:
        fp = sec.footer.paragraphs[0]
        for part in re.split(r"(\{n\}|\{N\})", st["foot"]):
            if part == "{n}":
                field(fp, "PAGE")
            elif part == "{N}":
                field(fp, "NUMPAGES")
            elif part:
                fp.add_run(part)
    for b in doc.blocks:
        if b[0] == "title":
            if st.get("fake_headings"):
                runs(d.add_paragraph(), b[1], True, 20)
            else:
                d.add_heading(b[1], 0)
            for line in (b[2] or "").split("\n"):
                if line:
                    d.add_paragraph(line)
        elif b[0] == "h":
            if st.get("fake_headings"):
                runs(d.add_paragraph(), b[2], True, {1: 15, 2: 12.5, 3: 11}[b[1]])
            else:
                d.add_heading(plain(b[2]), b[1])
        elif b[0] == "p":
            runs(d.add_paragraph(), b[1])
        elif b[0] == "note":
            t = d.add_table(1, 1); t.style = "Table Grid"
            runs(t.cell(0, 0).paragraphs[0], b[1])
            d.add_paragraph()
        elif b[0] in ("ul", "ol"):
            for i, x in enumerate(b[1], 1):
                if b[0] == "ul":
                    runs(d.add_paragraph(style="List Bullet"), x)
                else:
                    runs(d.add_paragraph(), f"{i}. {x}")
        elif b[0] == "pb":
            d.add_page_break()
        elif b[0] == "t":
            t = b[1]
            if t.caption:
                runs(d.add_paragraph(), t.caption, True)
            nh = len(t.head)
            w = d.add_table(nh + len(t.rows), t.ncol)
            w.style = st.get("table", "Table Grid")
            cells = [list(r.cells) for r in w.rows]
            for r, c, cell in t.grid():
                kind = None if r < nh else t.kinds[r - nh]
                x = cells[r][c]
                if cell.cs > 1 or cell.rs > 1:
                    x = x.merge(cells[r + cell.rs - 1][c + cell.cs - 1])
                runs(x.paragraphs[0], cell.t, r < nh or kind in ("group", "total"), t.size or 9)
                if t.align[c] == "r" and kind != "group":
                    x.paragraphs[0].alignment = WA.RIGHT
            if st.get("repeat", True):
                for r in range(nh):
                    pr = w.rows[r]._tr.get_or_add_trPr()
                    e = OxmlElement("w:tblHeader"); e.set(qn("w:val"), "true"); pr.append(e)
            for n in t.notes:
                runs(d.add_paragraph(), n, size=8)
            d.add_paragraph()
    cp = d.core_properties
    cp.title = doc.meta_title or ""
    cp.author = doc.author or ""
    cp.comments = ""
    cp.created = cp.modified = datetime.datetime(2025, 2, 3, 9, 0, 0)
    cp.last_modified_by = ""
    buf = io.BytesIO(); d.save(buf)
    with zipfile.ZipFile(io.BytesIO(buf.getvalue())) as zi, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zo:
        for name in zi.namelist():
            if name == "docProps/thumbnail.jpeg":
                continue
            data = zi.read(name)
            if name == "_rels/.rels":
                data = re.sub(rb'<Relationship [^>]*thumbnail[^>]*/>', b"", data)
            info = zipfile.ZipInfo(name, (2025, 2, 3, 9, 0, 0)); info.compress_type = zipfile.ZIP_DEFLATED
            zo.writestr(info, data)


# ---------------------------------------------------------------- HTML
def write_html(doc, path):
    st = doc.style
    e = lambda s: re.sub(r"\^([^^]+)\^", r"<sup>\1</sup>", html.escape(s, quote=False)).replace(NB, "&nbsp;")
    o = ["<!DOCTYPE html>", f'<html lang="{doc.lang}">', "<head>", '<meta charset="utf-8">']
    if doc.meta_title:
        o.append(f"<title>{html.escape(doc.meta_title)}</title>")
    o += ["<style>table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:2px 6px}.num{text-align:right}</style>", "</head>", "<body>"]
    if st.get("nav"):
        o.append('<nav><ul>' + "".join(f'<li><a href="/{i}">{html.escape(x)}</a></li>' for i, x in enumerate(st["nav"])) + "</ul></nav>")
    if st.get("banner"):
        o.append(f'<div class="cookie-banner" role="dialog">{e(st["banner"])} <button>OK</button></div>')
    o.append("<main>")
    for b in doc.blocks:
        if b[0] == "title":
            o.append(f"<h1>{e(b[1])}</h1>")
            for line in (b[2] or "").split("\n"):
                if line:
                    o.append(f'<p class="lead">{e(line)}</p>')
        elif b[0] == "h":
            o.append(f"<h{b[1] + 1}>{e(b[2])}</h{b[1] + 1}>")
        elif b[0] == "p":
            o.append(f"<p>{e(b[1])}</p>")
        elif b[0] == "note":
            o.append(f'<aside class="note"><p>{e(b[1])}</p></aside>')
        elif b[0] in ("ul", "ol"):
            o += [f"<{b[0]}>"] + [f"<li>{e(x)}</li>" for x in b[1]] + [f"</{b[0]}>"]
        elif b[0] == "t":
            t = b[1]; nh = len(t.head); cur = None
            o.append("<table>")
            if t.caption:
                o.append(f"<caption>{e(t.caption)}</caption>")
            rows = {}
            for r, c, cell in t.grid():
                rows.setdefault(r, []).append((c, cell))
            for r in range(nh + len(t.rows)):
                part = "thead" if r < nh else "tbody"
                if part != cur:
                    if cur:
                        o.append(f"</{cur}>")
                    o.append(f"<{part}>"); cur = part
                line = "<tr>"
                for c, cell in rows.get(r, []):
                    kind = None if r < nh else t.kinds[r - nh]
                    tag = "th" if r < nh or kind == "group" or (c == 0 and st.get("rowth")) else "td"
                    at = (f' colspan="{cell.cs}"' if cell.cs > 1 else "") + (f' rowspan="{cell.rs}"' if cell.rs > 1 else "")
                    if t.align[c] == "r" and tag == "td":
                        at += ' class="num"'
                    txt = e(cell.t)
                    line += f"<{tag}{at}>{'<b>' + txt + '</b>' if kind == 'total' and txt else txt}</{tag}>"
                o.append(line + "</tr>")
            o.append(f"</{cur}></table>")
            for n in t.notes:
                o.append(f"<p><small>{e(n)}</small></p>")
    o.append("</main>")
    if st.get("footer"):
        o.append(f"<footer><p>{e(st['footer'])}</p></footer>")
    o += ["</body>", "</html>"]
    path.write_text("\n".join(o) + "\n", encoding="utf-8")


# ---------------------------------------------------------------- Markdown
def write_md(doc, path):
    o = []
    if doc.meta_title:
        o += ["---", f"title: {doc.meta_title}", "---", ""]
    sup = lambda s: re.sub(r"\^([^^]+)\^", r"<sup>\1</sup>", s)
    for b in doc.blocks:
        if b[0] == "title":
            o += ["# " + b[1], ""] + ([x for line in b[2].split("\n") for x in (line, "")] if b[2] else [])
        elif b[0] == "h":
            o += ["#" * (b[1] + 1) + " " + b[2], ""]
        elif b[0] == "p":
            o += [sup(b[1]), ""]
        elif b[0] == "note":
            o += ["> " + sup(b[1]), ""]
        elif b[0] in ("ul", "ol"):
            o += [("- " if b[0] == "ul" else f"{i}. ") + sup(x) for i, x in enumerate(b[1], 1)] + [""]
        elif b[0] == "t":
            t = b[1]; n = len(t.head) + len(t.rows)
            g = [[""] * t.ncol for _ in range(n)]
            for r, c, cell in t.grid():
                g[r][c] = sup(cell.t).replace("|", "\\|")
            if t.caption:
                o += ["**" + t.caption + "**", ""]
            head = [" ".join(x for x in (g[i][c] for i in range(len(t.head))) if x) for c in range(t.ncol)]
            o.append("| " + " | ".join(head) + " |")
            o.append("|" + "|".join("---:" if a == "r" else "---" for a in t.align) + "|")
            for r in range(len(t.head), n):
                k = t.kinds[r - len(t.head)]
                o.append("| " + " | ".join(f"**{x}**" if k != "row" and x else x for x in g[r]) + " |")
            o.append("")
            for x in t.notes:
                o += [sup(x), ""]
    path.write_text("\n".join(o).rstrip() + "\n", encoding="utf-8")


# ---------------------------------------------------------------- CSV
def write_csv(doc, path):
    buf = io.StringIO()
    w = csv.writer(buf, delimiter=doc.style.get("delimiter", ","), lineterminator="\r\n" if doc.style.get("crlf") else "\n")
    for b in doc.blocks:
        if b[0] == "t":
            for row in list(b[1].head) + b[1].rows:
                w.writerow([plain(c.t if isinstance(c, C) else c) for c in row])
        elif b[0] == "p":
            w.writerow([b[1]])
    path.write_bytes((b"\xef\xbb\xbf" if doc.style.get("bom") else b"") + buf.getvalue().encode("utf-8"))


WRITERS = {"pdf": write_pdf, "docx": write_docx, "html": write_html, "md": write_md, "csv": write_csv}


def write(doc, folder):
    path = folder / doc.file
    WRITERS[doc.file.rsplit(".", 1)[1]](doc, path)
    return path
