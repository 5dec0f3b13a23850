"""Opens every file again with other tools and checks the known answers. Usage: python check.py; needs pypdf, python-docx, beautifulsoup4."""
import collections, csv, io, json, pathlib, re, sys
import bs4, docx, pypdf

root = pathlib.Path(__file__).resolve().parent.parent


def norm(s):
    s = re.sub(r"[\s\u00a0\u202f]+", " ", s.replace("\u2212", "-"))
    return s


def text(p):
    if p.suffix == ".pdf":
        return "\n".join(x.extract_text() for x in pypdf.PdfReader(p).pages)
    if p.suffix == ".docx":
        d = docx.Document(p)
        return "\n".join("\t".join(c.text for c in r.cells) for t in d.tables for r in t.rows) + "\n" + "\n".join(x.text for x in d.paragraphs)
    s = p.read_text(encoding="utf-8-sig")
    if p.suffix == ".html":
        return bs4.BeautifulSoup(s, "html.parser").get_text(" ")
    if p.suffix == ".csv":
        return "\n".join("\t".join(r) for r in csv.reader(io.StringIO(s), delimiter=";" if ";" in s.split("\n")[0] else ","))
    return s


def has(hay, needle):
    """needle in hay; a number must not be part of a longer one."""
    n = re.escape(needle)
    if needle[:1].isdigit():
        n = r"(?<!\d)(?<!\d[.,])" + n
    if needle[-1:].isdigit():
        n += r"(?!\d)(?![.,]\d)"
    return re.search(n, hay, re.I) is not None


def squeeze(s):
    """Without spaces and hyphenation, for sentences that a page breaks."""
    return re.sub(r"[\s\u00ad*]|</?sup>", "", s).lower()


bad = 0


def fail(*a):
    global bad
    bad += 1
    print("FAIL", *a)


texts, size = {}, 0
for p in sorted(root.glob("documents/*/*")):
    t = text(p)
    texts[p.name] = norm(t)
    size += p.stat().st_size
    if not 7000 <= len(t) <= 42000:
        fail("length", p.name, len(t))
questions = [json.loads(l) for l in (root / "questions.jsonl").open(encoding="utf-8")]
seen = set()
for q in questions:
    if q["question"] in seen:
        fail("twice", q["question"])
    seen.add(q["question"])
    if q["kind"] == "unanswerable":
        for pat in q["absent"]:
            here = [q["near"]] if pat.startswith("@") else list(texts)
            for name in here:
                m = re.search(pat.lstrip("@"), texts[name])
                if m:
                    fail(q["id"], "absent pattern found", pat, name, texts[name][max(0, m.start() - 40):m.end() + 40])
        continue
    t = texts[q["document"]]
    cells = [c for c in re.split(r" \| |: (?=[^ ])", re.sub(r" \(no P\)$", "", q["evidence"]))] if " | " in q["evidence"] else [q["evidence"]]
    for c in cells:
        if squeeze(norm(c)) not in squeeze(t):
            fail(q["id"], "evidence", repr(c), q["document"])
    if q["kind"] != "yes_no":
        ok = [a for a in q["answers"] if has(t, norm(a))]
        if not ok:
            fail(q["id"], "no answer in text", q["answers"], q["document"])
        if not any(has(norm(q["evidence"]), norm(a)) for a in q["answers"]):
            fail(q["id"], "no answer in evidence", q["answers"], q["evidence"])
    for w in q["wrong"]:
        for a in q["answers"]:
            if has(a, w) or has(w, a):
                fail(q["id"], "wrong and right overlap", w, a)
        if has(q["question"], w) and q["kind"] == "figure":
            print("note", q["id"], "wrong value stands in the question", w)
ct = norm("\n".join(text(p) for p in sorted((root / "cross-subject").iterdir())))
cross = [json.loads(l) for l in (root / "cross-subject.jsonl").open(encoding="utf-8")]
for x in cross:
    for s in x["shares"]:
        if s.lower() not in ct.lower():
            fail(x["id"], "shared words not in the base", s)
pairs = [json.loads(l) for l in (root / "contradictions.jsonl").open(encoding="utf-8")]
print(len(texts), "documents,", size, "bytes;", collections.Counter(p.rsplit(".", 1)[1] for p in texts))
print(len(questions), "questions", dict(collections.Counter(q["kind"] for q in questions)), dict(collections.Counter(q["language"] for q in questions)))
print({c: dict(collections.Counter(q["kind"] for q in questions if q["collection"] == c)) for c in ("reports", "manuals", "tariffs")})
print("polarity", dict(collections.Counter(q["polarity"] for q in questions if "polarity" in q)), "| cross", dict(collections.Counter(x["language"] for x in cross)), "| pairs", dict(collections.Counter(p["contradicts"] for p in pairs)))
print("documents without a question:", set(texts) - {q["document"] for q in questions})
sys.exit(f"{bad} failures" if bad else 0)
