"""Writes every file. Usage: python build.py [output folder]; needs reportlab and python-docx, and the Liberation fonts."""
import json, pathlib, sys
import lib
import reports
mods = ["manuals", "tariffs", "other"]
for m in mods:
    if (pathlib.Path(__file__).parent / (m + ".py")).exists():
        __import__(m)

out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
qs = []
for doc in lib.DOCS:
    folder = out / ("cross-subject" if doc.collection == "cross" else "documents/" + doc.collection)
    folder.mkdir(parents=True, exist_ok=True)
    lib.write(doc, folder)
    qs += doc.questions
order = ["id", "language", "question", "kind", "collection", "document", "near", "answers", "wrong", "polarity", "absent", "evidence"]
with open(out / "questions.jsonl", "w", encoding="utf-8") as f:
    for i, q in enumerate(qs, 1):
        q["id"] = f"c{i:03d}"
        f.write(json.dumps({k: q[k] for k in order if k in q}, ensure_ascii=False) + "\n")
if hasattr(sys.modules.get("other"), "finish"):
    sys.modules["other"].finish(out)
