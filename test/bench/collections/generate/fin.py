"""A small model of a company's accounts: statements that add up, and the tables printed from them."""
import random
from lib import C, G, T, Table, num

L = {
 "sv": dict(rev="Nettoomsättning", oth="Övriga rörelseintäkter", cogs="Kostnad för sålda varor", gross="Bruttoresultat", sell="Försäljningskostnader",
    adm="Administrationskostnader", rd="Forsknings- och utvecklingskostnader", othx="Övriga rörelsekostnader", ebit="Rörelseresultat",
    fi="Finansiella intäkter", fx="Finansiella kostnader", pbt="Resultat före skatt", tax="Skatt", net="Årets resultat",
    intang="Immateriella tillgångar", ppe="Materiella anläggningstillgångar", rou="Nyttjanderättstillgångar", dta="Uppskjutna skattefordringar",
    inv="Varulager", rec="Kundfordringar", pre="Förutbetalda kostnader och upplupna intäkter", cash="Likvida medel", ta="Summa tillgångar",
    share="Aktiekapital", contrib="Övrigt tillskjutet kapital", ret="Balanserat resultat inklusive årets resultat", eq="Summa eget kapital",
    lt="Långfristiga räntebärande skulder", lease="Leasingskulder", dtl="Uppskjutna skatteskulder", prov="Avsättningar", st="Kortfristiga räntebärande skulder",
    pay="Leverantörsskulder", acc="Upplupna kostnader och förutbetalda intäkter", tel="Summa eget kapital och skulder",
    g_fa="Anläggningstillgångar", g_ca="Omsättningstillgångar", g_eq="Eget kapital", g_nl="Långfristiga skulder", g_cl="Kortfristiga skulder",
    g_op="Den löpande verksamheten", g_in="Investeringsverksamheten", g_fi="Finansieringsverksamheten",
    nonc="Avskrivningar och andra ej kassaflödespåverkande poster", taxp="Betald skatt", dinv="Förändring av varulager", drec="Förändring av rörelsefordringar",
    dpay="Förändring av rörelseskulder", cfo="Kassaflöde från den löpande verksamheten", capex="Förvärv av materiella anläggningstillgångar",
    acq="Förvärv av dotterföretag", sale="Försäljning av anläggningstillgångar", cfi="Kassaflöde från investeringsverksamheten", loan="Förändring av lån", amort="Amortering av leasingskuld",
    div="Utbetald utdelning", cff="Kassaflöde från finansieringsverksamheten", ch="Årets kassaflöde", note="Not",
    t_is="Koncernens resultaträkning", t_bs="Koncernens balansräkning", t_cf="Koncernens kassaflödesanalys", open="Likvida medel vid årets början", close="Likvida medel vid årets slut"),
 "en": dict(rev="Revenue", oth="Other operating income", cogs="Cost of sales", gross="Gross profit", sell="Distribution costs", adm="Administrative expenses",
    rd="Research and development", othx="Other operating expenses", ebit="Operating profit", fi="Finance income", fx="Finance costs", pbt="Profit before taxation",
    tax="Taxation", net="Profit for the year", intang="Intangible assets", ppe="Property, plant and equipment", rou="Right-of-use assets", dta="Deferred tax assets",
    inv="Inventories", rec="Trade receivables", pre="Prepayments and accrued income", cash="Cash and cash equivalents", ta="Total assets", share="Share capital",
    contrib="Share premium", ret="Retained earnings", eq="Total equity", lt="Borrowings", lease="Lease liabilities", dtl="Deferred tax liabilities", prov="Provisions",
    st="Bank overdrafts and short-term loans", pay="Trade payables", acc="Accruals and deferred income", tel="Total equity and liabilities",
    g_fa="Non-current assets", g_ca="Current assets", g_eq="Equity", g_nl="Non-current liabilities", g_cl="Current liabilities", g_op="Operating activities",
    g_in="Investing activities", g_fi="Financing activities", nonc="Depreciation, amortisation and other non-cash items", taxp="Income taxes paid",
    dinv="Movement in inventories", drec="Movement in receivables", dpay="Movement in payables", cfo="Net cash from operating activities",
    capex="Purchase of property, plant and equipment", acq="Acquisition of subsidiaries", sale="Proceeds from disposals", cfi="Net cash used in investing activities", loan="Movement in borrowings",
    amort="Principal elements of lease payments", div="Dividends paid", cff="Net cash from financing activities", ch="Movement in cash", note="Note",
    t_is="Consolidated income statement", t_bs="Consolidated statement of financial position", t_cf="Consolidated cash flow statement",
    open="Cash at beginning of year", close="Cash at end of year"),
 "de": dict(rev="Umsatzerlöse", oth="Sonstige betriebliche Erträge", cogs="Herstellungskosten der zur Erzielung der Umsatzerlöse erbrachten Leistungen", gross="Bruttoergebnis vom Umsatz",
    sell="Vertriebskosten", adm="Allgemeine Verwaltungskosten", rd="Forschungs- und Entwicklungskosten", othx="Sonstige betriebliche Aufwendungen", ebit="Betriebsergebnis",
    fi="Zinserträge", fx="Zinsaufwendungen", pbt="Ergebnis vor Steuern", tax="Steuern vom Einkommen und vom Ertrag", net="Jahresüberschuss",
    intang="Immaterielle Vermögensgegenstände", ppe="Sachanlagen", rou="Nutzungsrechte", dta="Aktive latente Steuern", inv="Vorräte",
    rec="Forderungen aus Lieferungen und Leistungen", pre="Rechnungsabgrenzungsposten", cash="Kassenbestand und Guthaben bei Kreditinstituten", ta="Summe Aktiva",
    share="Gezeichnetes Kapital", contrib="Kapitalrücklage", ret="Gewinnrücklagen und Bilanzgewinn", eq="Summe Eigenkapital", lt="Langfristige Bankverbindlichkeiten",
    lease="Leasingverbindlichkeiten", dtl="Passive latente Steuern", prov="Rückstellungen", st="Kurzfristige Bankverbindlichkeiten", pay="Verbindlichkeiten aus Lieferungen und Leistungen",
    acc="Sonstige Verbindlichkeiten", tel="Summe Passiva", g_fa="Anlagevermögen", g_ca="Umlaufvermögen", g_eq="Eigenkapital", g_nl="Langfristige Schulden",
    g_cl="Kurzfristige Schulden", g_op="Laufende Geschäftstätigkeit", g_in="Investitionstätigkeit", g_fi="Finanzierungstätigkeit",
    nonc="Abschreibungen und sonstige zahlungsunwirksame Posten", taxp="Gezahlte Steuern", dinv="Veränderung der Vorräte", drec="Veränderung der Forderungen",
    dpay="Veränderung der Verbindlichkeiten", cfo="Cashflow aus laufender Geschäftstätigkeit", capex="Investitionen in Sachanlagen", acq="Erwerb von Tochterunternehmen", sale="Erlöse aus Anlagenabgängen",
    cfi="Cashflow aus Investitionstätigkeit", loan="Veränderung der Darlehen", amort="Tilgung von Leasingverbindlichkeiten", div="Gezahlte Dividende",
    cff="Cashflow aus Finanzierungstätigkeit", ch="Veränderung der Zahlungsmittel", note="Anhang", t_is="Konzern-Gewinn- und Verlustrechnung", t_bs="Konzernbilanz",
    t_cf="Konzern-Kapitalflussrechnung", open="Zahlungsmittel am Jahresanfang", close="Zahlungsmittel am Jahresende"),
}


class Fin:
    """Two years of accounts. rev = (this year, last year); gm = gross margin; the rest follows from the seed."""
    def __init__(self, seed, rev, gm, ebit=None, div=None):
        r = random.Random(seed)
        u = lambda a, b: r.uniform(a, b)
        y = [dict(), dict()]
        s, a, d = u(.075, .11), u(.05, .07), u(.012, .03)
        for i in (0, 1):
            v, R = y[i], rev[i]
            v["rev"] = R
            v["cogs"] = -round(R * (1 - gm[i])); v["gross"] = R + v["cogs"]
            v["sell"] = -round(R * s * u(.97, 1.03)); v["adm"] = -round(R * a * u(.96, 1.04)); v["rd"] = -round(R * d * u(.9, 1.1))
            v["oth"] = round(R * u(.004, .011)); v["othx"] = -round(R * u(.003, .009))
            if ebit:        # the operating result is given, and selling costs take up the difference
                v["sell"] = ebit[i] - (v["gross"] + v["adm"] + v["rd"] + v["oth"] + v["othx"])
            v["ebit"] = v["gross"] + v["sell"] + v["adm"] + v["rd"] + v["oth"] + v["othx"]
            v["fi"] = round(R * u(.001, .003)); v["fx"] = -round(R * u(.008, .014))
            v["pbt"] = v["ebit"] + v["fi"] + v["fx"]; v["tax"] = -round(v["pbt"] * u(.205, .235)); v["net"] = v["pbt"] + v["tax"]
            v["intang"] = round(R * u(.07, .1)); v["ppe"] = round(R * u(.36, .42)); v["rou"] = round(R * u(.04, .07)); v["dta"] = round(R * u(.004, .01))
            v["inv"] = round(R * u(.15, .19)); v["rec"] = round(R * u(.11, .14)); v["pre"] = round(R * u(.01, .02)); v["cash"] = round(R * u(.05, .09))
            v["ta"] = sum(v[k] for k in ("intang", "ppe", "rou", "dta", "inv", "rec", "pre", "cash"))
            v["div"] = -round(max(v["net"], 0) * u(.3, .5))
            if div:
                v["div"] = -div[i]
        y[1]["eq"] = round(y[1]["ta"] * u(.4, .46)); y[0]["eq"] = y[1]["eq"] + y[0]["net"] + y[0]["div"]
        share, contrib = round(rev[1] * .02), round(rev[1] * .06)
        for v in y:
            R = v["rev"]
            v["share"], v["contrib"] = share, contrib
            v["ret"] = v["eq"] - share - contrib
            v["lease"] = round(v["rou"] * u(.9, 1.02)); v["dtl"] = round(R * u(.01, .02)); v["prov"] = round(R * u(.008, .02)); v["st"] = round(R * u(.03, .05))
            v["pay"] = round(R * u(.09, .12)); v["acc"] = round(R * u(.05, .07))
            v["lt"] = v["ta"] - v["eq"] - sum(v[k] for k in ("lease", "dtl", "prov", "st", "pay", "acc"))
            v["tel"] = v["ta"]
        c, p = y
        opening = round(p["cash"] * u(.8, 1.15))
        for v, pv in ((c, p), (p, None)):
            dl = lambda k: (v[k] - pv[k]) if pv else round(v[k] * u(-.06, .08))
            v["dep"] = round(v["rev"] * .046)
            v["taxp"] = -round(-v["tax"] * u(.85, 1.1)); v["dinv"] = -dl("inv"); v["drec"] = -dl("rec"); v["dpay"] = dl("pay") + dl("acc")
            v["nonc"] = v["dep"] + round(v["rev"] * u(.001, .004))
            v["cfo"] = v["pbt"] + v["nonc"] + v["taxp"] + v["dinv"] + v["drec"] + v["dpay"]
            v["acq"] = -round(v["rev"] * u(.004, .02)); v["sale"] = round(v["rev"] * u(.001, .004))
            v["capex"] = -round(v["rev"] * u(.045, .07)); v["cfi"] = v["acq"] + v["sale"] + v["capex"]
            v["amort"] = -round(v["rou"] * .22)
            v["open"] = p["cash"] if pv else opening
            v["ch"] = v["cash"] - v["open"]; v["close"] = v["cash"]
            v["cff"] = v["ch"] - v["cfo"] - v["cfi"]; v["loan"] = v["cff"] - v["amort"] - v["div"]
        self.y = y
        self.r = r

    def table(self, which, lang, years, unit, f, notes=True, labels=None, cur=None, caption=True, mark=None):
        """which: is, bs, cf. f formats an int. cur: a currency sign in a column of its own on first and total rows."""
        W = dict(L[lang], **(labels or {}))
        plan = {
         "is": ["rev", "cogs", "*gross", "oth", "sell", "adm", "rd", "othx", "*ebit", "fi", "fx", "*pbt", "tax", "*net"],
         "bs": ["#g_fa", "intang", "ppe", "rou", "dta", "#g_ca", "inv", "rec", "pre", "cash", "*ta", "#g_eq", "share", "contrib", "ret", "*eq", "#g_nl", "lt", "lease", "dtl", "prov",
                "#g_cl", "st", "pay", "acc", "*tel"],
         "cf": ["#g_op", "pbt", "nonc", "taxp", "dinv", "drec", "dpay", "*cfo", "#g_in", "capex", "acq", "sale", "*cfi", "#g_fi", "loan", "amort", "div", "*cff", "*ch", "open", "*close"]}[which]
        refs = {"rev": "2", "cogs": "3", "adm": "4", "tax": "6", "ppe": "7", "intang": "7", "inv": "8", "rec": "9", "lt": "10", "lease": "5", "prov": "11", "share": "12", "div": "12"}
        rows = []
        for k in plan:
            if k[0] == "#":
                rows.append(G(W[k[1:]])); continue
            total = k[0] == "*"; k = k.lstrip("*")
            lab = W[k] + (mark or {}).get(k, "")
            vals = [f(self.y[0][k]), f(self.y[1][k])]
            if cur:
                sign = cur if total or k in ("rev", "intang", "pbt") else ""
                row = [lab, sign, vals[0], sign, vals[1]]
            else:
                row = [lab] + ([refs.get(k, "") if not total else ""] if notes else []) + vals
            rows.append(T(row) if total else row)
        if cur:
            head = [["", C(years[0], cs=2), C(years[1], cs=2)]]
            return Table(head, rows, [5, .3, 1.2, .3, 1.2], ["l", "r", "r", "r", "r"], caption=W["t_" + which] if caption else None)
        head = [[unit] + ([W["note"]] if notes else []) + years]
        n = 1 if notes else 0
        return Table(head, rows, [5] + [.6] * n + [1.2, 1.2], ["l"] + ["c"] * n + ["r", "r"], caption=W["t_" + which] if caption else None)
