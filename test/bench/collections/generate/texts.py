"""Accounting notes that every annual report has, with each company's own terms filled in."""

SV = [
 ("Not 1 Redovisningsprinciper", [
  "Koncernredovisningen omfattar moderbolaget {name} och de företag där moderbolaget direkt eller indirekt har bestämmande inflytande. Dotterföretag tas med från den dag inflytandet övergår och till och med den dag det upphör. Interna fordringar, skulder, intäkter och orealiserade vinster mellan koncernens bolag elimineras i sin helhet.",
  "Intäkter redovisas när kontrollen över varan har gått över till kunden. {revpol} Rabatter som beror på köpt volym under året beräknas löpande och minskar intäkten i den period då leveransen sker.",
  "Materiella anläggningstillgångar redovisas till anskaffningsvärde med avdrag för avskrivningar. Avskrivning sker linjärt över tillgångens bedömda nyttjandeperiod: byggnader {bld} år, produktionsmaskiner {mac} år, fordon {veh} år samt inventarier och datorer {eqp} år. Mark skrivs inte av.",
  "Varulagret värderas till det lägsta av anskaffningsvärdet och nettoförsäljningsvärdet. Anskaffningsvärdet beräknas enligt {fifo}. I egentillverkade varor ingår en skälig andel av de indirekta tillverkningskostnaderna vid normal beläggning."]),
 ("Finansiella risker", [
  "Styrelsen fastställer varje år en finanspolicy. Ränterisken begränsas genom att minst {fix} procent av låneportföljen ska ha en räntebindning som överstiger tolv månader. En höjning av marknadsräntan med en procentenhet skulle, med oförändrad skuld, belasta resultatet före skatt med {sens}.",
  "Kreditrisken i kundfordringarna är spridd. Den största enskilda kunden svarade för {big} procent av omsättningen. Koncernen kreditförsäkrar fordringar på kunder utanför Norden. Kundförlusterna uppgick till {loss}.",
  "Valutarisken uppstår främst genom försäljning i euro och norska kronor. Policyn är att säkra {hedge} procent av det prognostiserade nettoflödet de kommande tolv månaderna med terminskontrakt."]),
]
EN = [
 ("1. Basis of preparation and accounting policies", [
  "The consolidated financial statements bring together {name} and the undertakings it controls. A subsidiary is included from the date on which control passes to the Group until the date on which it ceases. Balances, transactions and unrealised gains between Group companies are removed on consolidation.",
  "Revenue is recognised when control of goods passes to the customer. {revpol} Volume rebates are estimated through the year and are deducted from revenue in the period in which the related goods are delivered.",
  "Property, plant and equipment is carried at cost less depreciation. Depreciation is charged on a straight-line basis over the following lives: buildings {bld} years, plant and machinery {mac} years, vehicles {veh} years, and fixtures and computers {eqp} years. Freehold land is not depreciated.",
  "Inventories are stated at the lower of cost and net realisable value. Cost is determined on the {fifo} basis and, for goods made by the Group, includes an appropriate share of production overheads at normal activity."]),
 ("Financial risk management", [
  "The Board reviews treasury policy each year. At least {fix} per cent of gross borrowings must carry an interest rate fixed for longer than one year. A rise of one percentage point in market rates would, at year-end debt levels, reduce profit before tax by {sens}.",
  "Credit exposure is spread over many customers; the largest of them accounted for {big} per cent of revenue. Receivables outside the home market are insured. Bad debts written off in the year came to {loss}.",
  "Currency exposure arises mainly on sales in euro. It is the Group's policy to hedge {hedge} per cent of forecast net flows for the following twelve months with forward contracts."]),
]
DE = [
 ("1. Bilanzierungs- und Bewertungsgrundsätze", [
  "In den Abschluss werden die {name} sowie alle Unternehmen einbezogen, auf die sie beherrschenden Einfluss ausübt. Tochterunternehmen werden ab dem Tag des Übergangs der Beherrschung und bis zu deren Ende berücksichtigt. Konzerninterne Forderungen, Verbindlichkeiten, Erträge und Zwischengewinne werden eliminiert.",
  "Umsätze werden erfasst, sobald die Verfügungsgewalt über die Ware auf den Kunden übergegangen ist. {revpol} Mengenabhängige Boni werden unterjährig geschätzt und mindern den Umsatz im Zeitraum der Lieferung.",
  "Sachanlagen werden zu Anschaffungs- oder Herstellungskosten abzüglich linearer Abschreibungen angesetzt. Die Nutzungsdauer beträgt für Gebäude {bld} Jahre, für Produktionsanlagen {mac} Jahre, für Fahrzeuge {veh} Jahre und für Betriebs- und Geschäftsausstattung {eqp} Jahre. Grundstücke werden nicht planmäßig abgeschrieben.",
  "Vorräte werden mit dem niedrigeren Wert aus Anschaffungs- oder Herstellungskosten und Nettoveräußerungswert bewertet. Die Anschaffungskosten werden nach {fifo} ermittelt. Bei eigenen Erzeugnissen sind angemessene Teile der Fertigungsgemeinkosten bei normaler Auslastung enthalten."]),
 ("Finanzielle Risiken", [
  "Die Finanzrichtlinie wird jährlich vom Aufsichtsorgan bestätigt. Mindestens {fix} Prozent der Darlehen müssen eine Zinsbindung von mehr als einem Jahr haben. Ein Anstieg des Marktzinses um einen Prozentpunkt würde das Ergebnis vor Steuern bei unveränderter Verschuldung um {sens} verringern.",
  "Das Ausfallrisiko verteilt sich auf viele Abnehmer. Der größte Kunde trug {big} Prozent zum Umsatz bei. Die Forderungsausfälle beliefen sich auf {loss}.",
  "Währungsrisiken entstehen vor allem aus Lieferungen in die Schweiz. Nach der Richtlinie werden {hedge} Prozent des erwarteten Nettozuflusses der folgenden zwölf Monate durch Termingeschäfte gesichert."]),
]


def policies(doc, **k):
    """Adds the notes of the document's language."""
    for head, paras in {"sv": SV, "en": EN, "de": DE}[doc.lang]:
        doc.h(head, 2)
        for p in paras:
            doc.p(p.format(**k))

from lib import C, G, T, Table

X = {
 "sv": dict(tax="Avstämning av skatt", pbt="Resultat före skatt", rate="Skatt enligt gällande skattesats, 20,6 %", nond="Ej avdragsgilla kostnader", nont="Ej skattepliktiga intäkter", prior="Skatt hänförlig till tidigare år", forg="Skillnad i utländska skattesatser", sum="Redovisad skatt",
   inv="Varulager", raw="Råvaror och förnödenheter", wip="Varor under tillverkning", fin="Färdiga varor", obs="varav nedskrivning för inkurans", rec="Kundfordringar, åldersfördelning", nd="Ej förfallna", d30="Förfallna 1–30 dagar", d90="Förfallna 31–90 dagar", d91="Förfallna mer än 90 dagar", tot="Summa",
   prov="Avsättningar", war="Garantier", rest="Återställning av mark", leg="Tvister", opn="Vid årets början", add="Nya avsättningar", use="Utnyttjat under året", rev="Återfört", cls="Vid årets slut",
   sub="Dotterföretag", nam="Bolag", seat="Säte", own="Andel", val="Bokfört värde", gov="Bolagsstyrning", att="Styrelse", role="Uppdrag", yr="Invald", meet="Närvaro", fee="Arvode", chair="Ordförande", mem="Ledamot", emp="Arbetstagarledamot"),
 "en": dict(tax="Reconciliation of tax", pbt="Profit before taxation", rate="Tax at the UK rate of 25%", nond="Expenses not deductible", nont="Income not taxable", prior="Adjustment in respect of prior years", forg="Effect of overseas tax rates", sum="Tax charge",
   inv="Inventories", raw="Raw materials and packaging", wip="Work in progress", fin="Finished goods and goods for resale", obs="of which allowance for obsolescence", rec="Trade receivables by age", nd="Not yet due", d30="1 to 30 days overdue", d90="31 to 90 days overdue", d91="More than 90 days overdue", tot="Total",
   prov="Provisions", war="Warranties", rest="Property reinstatement", leg="Claims", opn="At beginning of year", add="Charged in the year", use="Used in the year", rev="Released", cls="At end of year",
   sub="Subsidiaries", nam="Company", seat="Registered in", own="Holding", val="Carrying amount", gov="Corporate governance", att="Directors", role="Role", yr="Appointed", meet="Meetings attended", fee="Fee", chair="Chair", mem="Non-executive director", emp="Executive director"),
 "de": dict(tax="Steuerliche Überleitungsrechnung", pbt="Ergebnis vor Steuern", rate="Erwarteter Steueraufwand, 29,8 %", nond="Nicht abziehbare Aufwendungen", nont="Steuerfreie Erträge", prior="Steuern für Vorjahre", forg="Abweichende ausländische Steuersätze", sum="Ausgewiesener Steueraufwand",
   inv="Vorräte", raw="Roh-, Hilfs- und Betriebsstoffe", wip="Unfertige Erzeugnisse", fin="Fertige Erzeugnisse und Waren", obs="davon Wertberichtigung", rec="Forderungen nach Fälligkeit", nd="Nicht fällig", d30="1–30 Tage überfällig", d90="31–90 Tage überfällig", d91="Mehr als 90 Tage überfällig", tot="Gesamt",
   prov="Rückstellungen", war="Gewährleistung", rest="Rückbauverpflichtungen", leg="Prozesskosten", opn="Stand am Jahresanfang", add="Zuführung", use="Verbrauch", rev="Auflösung", cls="Stand am Jahresende",
   sub="Tochterunternehmen", nam="Gesellschaft", seat="Sitz", own="Anteil", val="Buchwert", gov="Unternehmensführung", att="Aufsichtsgremium", role="Funktion", yr="Mitglied seit", meet="Teilnahme", fee="Vergütung", chair="Vorsitz", mem="Mitglied", emp="Arbeitnehmervertretung"),
}
RATE = {"sv": .206, "en": .25, "de": .298}
GOV = {
 "sv": ["Styrelsen har hållit {m} sammanträden under året. Vid varje ordinarie möte behandlas säkerhet, marknadsläge, likviditet och pågående investeringar. Revisorn deltog vid två av mötena, varav ett utan att ledningen var närvarande.",
        "Revisionsutskottet består av tre ledamöter och följer upp den interna kontrollen. Under året granskades särskilt inköpsprocessen och behörigheterna i affärssystemet. Granskningen ledde till att attestgränsen för inköp utanför ramavtal sänktes från {a} till {b}.",
        "Valberedningen utses av de tre största ägarna och offentliggör sina förslag senast sex veckor före stämman. Den som vill lämna synpunkter kan skriva till valberedningen under bolagets adress.",
        "Bolaget har en visselblåsarfunktion som sköts av en extern advokatbyrå. Under året kom {w} anmälningar in. Ingen av dem gav anledning till polisanmälan."],
 "en": ["The Board met {m} times during the year. Safety, trading, liquidity and current capital projects are on the agenda of every scheduled meeting. The auditor attended two meetings and met the audit committee once without management.",
        "The audit committee has three members and oversees internal control. This year it paid particular attention to purchasing and to access rights in the main accounting system. As a result, the approval limit for purchases outside framework agreements was lowered from {a} to {b}.",
        "One third of the directors retire by rotation each year and may offer themselves for re-election. An external review of the Board's effectiveness takes place every third year; the next is due in 2026.",
        "Concerns can be raised anonymously through an independent telephone line. {w} reports were received in the year and all had been closed by the date of this report."],
 "de": ["Das Aufsichtsgremium trat im Berichtsjahr zu {m} Sitzungen zusammen. Arbeitssicherheit, Absatzlage, Liquidität und laufende Investitionen werden in jeder ordentlichen Sitzung behandelt. Der Abschlussprüfer nahm an zwei Sitzungen teil.",
        "Der Prüfungsausschuss besteht aus drei Mitgliedern. Er befasste sich insbesondere mit dem Einkauf und den Zugriffsrechten im Warenwirtschaftssystem. In der Folge wurde die Freigabegrenze für Bestellungen außerhalb von Rahmenverträgen von {a} auf {b} gesenkt.",
        "Das interne Kontrollsystem wird jährlich überprüft. Wesentliche Schwächen wurden nicht festgestellt; zwei Empfehlungen zur Funktionstrennung in der Lohnabrechnung wurden bis Jahresende umgesetzt.",
        "Hinweise auf Verstöße können anonym bei einer Ombudsperson abgegeben werden. Im Berichtsjahr gingen {w} Meldungen ein."],
}


def extra(doc, f, fmt, unit, years, subs, board, gov, prefix="Not"):
    """Governance, tax, inventories, receivables, provisions and subsidiaries; every table agrees with the statements."""
    W, r, lang = X[doc.lang], f.r, doc.lang
    doc.h(W["gov"], 2)
    for p in GOV[lang]:
        doc.p(p.format(**gov))
    doc.t(Table([[W["att"], W["role"], W["yr"], W["meet"], f"{W['fee']}, {gov['fu']}"]],
                [[n, W[k], y, m, fee] for n, k, y, m, fee in board], [2.2, 1.8, 1, 1.2, 1.2], ["l", "l", "r", "r", "r"]))
    cols = []
    for v in f.y:
        exp = -round(v["pbt"] * RATE[lang]); nond = -round(abs(v["pbt"]) * r.uniform(.004, .012)); nont = round(abs(v["pbt"]) * r.uniform(.002, .01)); prior = round(v["pbt"] * r.uniform(-.004, .004))
        cols.append([v["pbt"], exp, nond, nont, prior, v["tax"] - exp - nond - nont - prior, v["tax"]])
    doc.t(Table([[unit] + years], [[W[k], fmt(a), fmt(b)] for k, a, b in zip(("pbt", "rate", "nond", "nont", "prior", "forg"), *cols)] + [T([W["sum"], fmt(f.y[0]["tax"]), fmt(f.y[1]["tax"])])], caption=f"{prefix} 6 {W['tax']}"))
    rows = []
    inv = []
    for v in f.y:
        a, b = round(v["inv"] * r.uniform(.28, .4)), round(v["inv"] * r.uniform(.08, .16)); inv.append((a, b, v["inv"] - a - b, -round(v["inv"] * r.uniform(.02, .05))))
    rows = [[W[k], fmt(inv[0][i]), fmt(inv[1][i])] for i, k in enumerate(("raw", "wip", "fin"))] + [T([W["tot"], fmt(f.y[0]["inv"]), fmt(f.y[1]["inv"])]), [W["obs"], fmt(inv[0][3]), fmt(inv[1][3])]]
    doc.t(Table([[unit] + years], rows, caption=f"{prefix} 8 {W['inv']}"))
    rec = []
    for v in f.y:
        b, c, e = (round(v["rec"] * r.uniform(*x)) for x in ((.06, .1), (.02, .04), (.005, .015))); rec.append((v["rec"] - b - c - e, b, c, e))
    doc.t(Table([[unit] + years], [[W[k], fmt(rec[0][i]), fmt(rec[1][i])] for i, k in enumerate(("nd", "d30", "d90", "d91"))] + [T([W["tot"], fmt(f.y[0]["rec"]), fmt(f.y[1]["rec"])])], caption=f"{prefix} 9 {W['rec']}"))
    o, c = f.y[1]["prov"], f.y[0]["prov"]
    parts = []
    for share in (.45, .35):
        a, b = round(o * share), round(c * share * r.uniform(.9, 1.1)); use = -round(a * r.uniform(.2, .4)); rel = -round(a * .05); parts.append([a, b - a - use - rel, use, rel, b])
    a, b = o - parts[0][0] - parts[1][0], c - parts[0][4] - parts[1][4]; use = -round(a * .3); rel = -round(a * .08); parts.append([a, b - a - use - rel, use, rel, b])
    doc.t(Table([[unit, W["war"], W["rest"], W["leg"], W["tot"]]], [(T if k == "cls" else list)([W[k]] + [fmt(p[i]) for p in parts] + [fmt(sum(p[i] for p in parts))]) for i, k in enumerate(("opn", "add", "use", "rev", "cls"))], [2, 1, 1.2, 1, 1], caption=f"{prefix} 11 {W['prov']}"))
    doc.t(Table([[W["nam"], W["seat"], W["own"], f"{W['val']}, {unit}"]], [[n, s, o_, fmt(round(f.y[0]['rev'] * w))] for n, s, o_, w in subs], [3, 1.6, .8, 1.4], ["l", "l", "r", "r"], caption=f"{prefix} 13 {W['sub']}"))
