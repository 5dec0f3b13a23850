"""The back pages of a manual: spare parts, symbols, service and conformity, in the manual's language."""
import random
from lib import Table

TXT = {
 "sv": dict(parts="Reservdelslista", head=["Pos", "Artikelnummer", "Benämning", "Antal", "Får bytas av"], who=("användaren", "fackman"), sym="Symboler på märkskylten", sh=["Symbol", "Betydelse"],
   symrows=[["CE", "Produkten uppfyller gällande EU-krav"], ["Överkryssad soptunna", "Får inte slängas i hushållsavfallet"], ["SN följt av tio siffror", "Serienummer; de fyra första siffrorna är tillverkningsår och vecka"], ["Hus med pil", "Endast för användning inomhus"], ["Öppen bok", "Läs bruksanvisningen före användning"], ["Fabrik", "Tillverkarens namn och adress"]],
   svc="Service och reklamation", texts=["Innan du ringer: skriv upp modell, serienummer, inköpsställe och inköpsdatum, och beskriv vad som hände. Har du en film eller ett foto av felet går det ofta fortare. Kundtjänsten har öppet {hours}. Under semesterveckorna 28–31 kan svarstiden vara längre.",
     "Ett besök av tekniker bokas normalt inom {days} arbetsdagar. Om felet inte täcks av garantin får du ett prisbesked innan arbetet börjar. Utebliven närvaro vid bokat besök debiteras med {fee} kronor.",
     "Reklamationsrätten enligt konsumentköplagen gäller vid sidan av garantin. Kontakta i första hand butiken där produkten köptes. Blir ni inte överens kan du vända dig till Allmänna reklamationsnämnden eller få råd av kommunens konsumentvägledare.",
     "Tillverkaren försäkrar att produkten överensstämmer med de direktiv som gäller. Den fullständiga försäkran kan beställas från kundtjänsten med angivande av dokument {doc}.",
     "Förpackningen består av wellpapp, polyeten och cellplast. Sortera materialen var för sig. Låt inte barn leka med plastpåsar. Spara gärna kartongen under garantitiden; den behövs om produkten ska skickas."]),
 "en": dict(parts="Spare parts", head=["Item", "Part number", "Description", "Quantity", "May be fitted by"], who=("the user", "a service engineer"), sym="Symbols on the rating plate", sh=["Symbol", "Meaning"],
   symrows=[["CE / UKCA", "The product meets the requirements that apply to it"], ["Crossed-out bin", "Do not put in household waste"], ["SN and ten digits", "Serial number; the first four digits are the year and week of manufacture"], ["Open book", "Read the instructions before use"], ["Factory", "Name and address of the manufacturer"], ["Square in a square", "Double insulated"]],
   svc="Service and complaints", texts=["Before you call, note the model, serial number, place and date of purchase, and what happened. A photograph or a short film of the fault often saves time. The help line is open {hours}. Waiting times are longest on Monday mornings.",
     "We aim to answer written questions within {days} working days. If a repair is not covered you will be told the price before work starts. A parcel returned to us without a reference number may be sent back, and a handling charge of {fee} applies.",
     "These terms are in addition to your rights in law. Take the product to the shop where you bought it in the first place. If you cannot agree, an independent adviser can help you free of charge.",
     "The manufacturer declares that the product conforms to the rules in force. The full declaration can be ordered by quoting document {doc}.",
     "The packaging is made of corrugated board, moulded pulp and polyethylene. Sort the materials before you throw them away. Keep plastic bags out of the reach of children. Keep the box during the warranty period in case the product has to be sent in."]),
 "de": dict(parts="Ersatzteilliste", head=["Pos.", "Teilenummer", "Bezeichnung", "Menge", "Austausch durch"], who=("Benutzer", "Fachkraft"), sym="Symbole auf dem Typenschild", sh=["Symbol", "Bedeutung"],
   symrows=[["CE", "Das Produkt erfüllt die geltenden EU-Vorschriften"], ["Durchgestrichene Tonne", "Nicht mit dem Hausmüll entsorgen"], ["SN mit zehn Ziffern", "Seriennummer; die ersten vier Ziffern sind Jahr und Woche der Herstellung"], ["Offenes Buch", "Vor Gebrauch die Anleitung lesen"], ["Fabrik", "Name und Anschrift des Herstellers"], ["Haus", "Nur in Innenräumen verwenden"]],
   svc="Kundendienst und Reklamation", texts=["Bitte halten Sie vor dem Anruf Modell, Seriennummer, Kaufdatum und Händler bereit und beschreiben Sie, was geschehen ist. Ein Foto oder ein kurzer Film des Fehlers hilft oft weiter. Der Kundendienst ist {hours} erreichbar.",
     "Ein Termin wird in der Regel innerhalb von {days} Werktagen angeboten. Ist eine Reparatur nicht durch die Garantie gedeckt, erhalten Sie vor Beginn einen Kostenvoranschlag. Wird ein vereinbarter Termin nicht abgesagt, berechnen wir {fee} Euro.",
     "Die gesetzlichen Rechte gegenüber dem Verkäufer bleiben von der Garantie unberührt. Wenden Sie sich zuerst an den Händler, bei dem Sie das Produkt gekauft haben. Hilfe bieten auch die Verbraucherzentralen.",
     "Der Hersteller erklärt, dass das Produkt den geltenden Richtlinien entspricht. Die vollständige Erklärung kann unter der Dokumentnummer {doc} angefordert werden.",
     "Die Verpackung besteht aus Wellpappe, Faserguss und Polyethylen. Bitte trennen Sie die Materialien. Kunststoffbeutel gehören nicht in Kinderhände. Bewahren Sie den Karton während der Garantiezeit auf, falls das Produkt eingeschickt werden muss."]),
}


def appendix(doc, prefix, parts, hours, days, fee, ref, number=""):
    W = TXT[doc.lang]
    r = random.Random(prefix)
    doc.h((number + " " if number else "") + W["parts"])
    rows = []
    for i, p in enumerate(parts, 1):
        user = p.endswith("*")
        rows.append([str(i), f"{prefix}-{r.randint(100, 999)}.{r.randint(10, 99)}", p.rstrip("*"), str(r.choice([1, 1, 1, 2, 2, 4])), W["who"][0 if user else 1]])
    doc.t(Table([W["head"]], rows, [.6, 1.5, 3, .8, 1.6], ["r", "l", "l", "r", "l"]))
    doc.h(W["sym"], 2)
    doc.t(Table([W["sh"]], W["symrows"], [1.5, 3], ["l", "l"]))
    doc.h(W["svc"])
    doc.p(*[t.format(hours=hours, days=days, fee=fee, doc=ref) for t in W["texts"]])


DISH = ["Sil i tilloppsslangen*", "Tilloppsslang", "Avloppsslang", "Filter, grovt*", "Filter, fint*", "Spolarm, undre*", "Spolarm, övre*", "Spolarmsfäste", "Korg, övre*", "Korg, undre*", "Bestickkorg*", "Korghjul, övre*", "Korghjul, undre*", "Tallriksstöd, fällbart*", "Lucktätning*", "Underkantslist*", "Luckfjäder, vänster", "Luckfjäder, höger", "Luckans linor, sats", "Luckans insida", "Handtag*", "Lås", "Låskontakt", "Salttrattslock*", "Trattinsats för salt*", "Diskmedelsfack", "Spolglanslock*", "Cirkulationspump", "Avloppspump", "Pumphjulskåpa*", "Backventil*", "Värmeelement", "Temperaturgivare", "Grumlighetsgivare", "Magnetventil", "Flottör med brytare", "Styrkort", "Displaykort", "Knappsats", "Nätkabel", "Fot, främre*", "Fot, bakre", "Justerskruv bakre fot", "Sockelplåt*", "Monteringsvinkel för bänkskiva*", "Ljuddämpande matta", "Skruvsats*"]
HEATP = ["Smutsfilterinsats*", "Packning till smutsfilter*", "Avstängningsventil 28 mm", "Säkerhetsventil 2,5 bar", "Tryckmätare", "Expansionskärl 10 liter", "Cirkulationspump", "Växelventil", "Växelventilens ställdon", "Elpatron 6 kW", "Elpatron 9 kW", "Överhettningsskydd", "Styrkort innedel", "Styrkort utedel", "Pekskärm", "Rumsgivare*", "Utegivare*", "Framledningsgivare", "Returgivare", "Varmvattengivare", "Fläktblad", "Fläktmotor", "Fläktgaller*", "Frysskyddsventil", "Tömningsventil", "Avluftare, automatisk", "Kompressor", "Expansionsventil", "Dropptråg", "Dropptrågsvärmare", "Vibrationsdämpare, sats om fyra", "Markstativ*", "Väggstativ", "Frontlucka innedel*", "Nätverksmodul*", "Offeranod", "Flödesgivare", "Kabelsats inne–ute"]
MOWER = ["Knivar, sats om nio*", "Knivskruvar, sats*", "Knivskiva*", "Glidskiva*", "Hjul, bak*", "Hjul, fram*", "Hjulborste*", "Drivmotor vänster", "Drivmotor höger", "Knivmotor", "Kåpa, grå*", "Kåpa, orange*", "Stötgivare", "Lyftgivare", "Regngivare", "Kamera", "Satellitmottagare", "Referensantenn*", "Antennfäste för tak*", "Antennkabel 10 m*", "Antennkabel 20 m*", "Batteri 2,5 Ah*", "Batteri 5,0 Ah*", "Laddstation*", "Laddkontakter, par*", "Nätdel*", "Lågspänningskabel 10 m*", "Slinga 150 m*", "Peggar, 100 st*", "Skarvhylsa*", "Huvudkort", "Displaykort", "Knappsats*", "Tätning batterilucka*", "Garage*", "Väggkrok för vinterförvaring*"]
BP = ["Manschett S*", "Manschett M*", "Manschett L*", "Manschett XL*", "Luftblåsa M*", "Luftblåsa L*", "Luftslang*", "Luftkontakt*", "Batterilucka*", "Nätadapter PA-6*", "Fodral*", "Tygöverdrag M*", "Tygöverdrag L*", "Displayglas", "Pump", "Ventil", "Tryckgivare", "Kretskort", "Knappar, sats", "Bakstycke"]
ROUTER = ["Power supply, EU plug*", "Power supply, UK plug*", "Network cable 1.5 m*", "Bracket or stand*", "Screws and plugs*", "Rubber feet, set of four*", "Label sheet*", "Case, upper half", "Case, lower half", "Light guide", "Main board", "Aerial assembly, 2.4 GHz", "Aerial assembly, 5 GHz", "Heat sink", "Thermal pad", "Reset button", "USB port cover*", "Dust cover for ports*", "Ferrite clip*", "Quick start card*"]
WASH = ["Transportsicherung, Satz*", "Zulaufschlauch 1,5 m*", "Sieb im Zulauf*", "Ablaufschlauch*", "Schlauchhalter*", "Flusensieb*", "Klappe Flusensieb*", "Laugenpumpe", "Umwälzpumpe", "Türglas", "Türdichtung", "Türgriff", "Türschloss", "Türscharnier", "Waschmittelfach*", "Einsatz Weichspüler*", "Einsatz Flüssigwaschmittel*", "Dosierpumpe", "Vorratsbehälter 900 ml*", "Vorratsbehälter 500 ml*", "Stoßdämpfer, Paar", "Feder, Paar", "Gegengewicht vorn", "Gegengewicht oben", "Trommellager, Satz", "Trommelrippe", "Motor", "Keilriemen", "Heizstab", "Temperaturfühler", "Wasserstandssensor", "Magnetventil", "Steuerung", "Bedienblende", "Programmwähler*", "Netzkabel", "Stellfuß*", "Deckel*", "Rückwand", "Bausatz ZB-20*"]
NEB = ["Vernebler komplett*", "Verneblerdüse*", "Mundstück*", "Maske Erwachsene*", "Maske Kind*", "Säuglingsmaske*", "Maskenband*", "Luftschlauch 1,5 m*", "Luftschlauch 0,8 m*", "Filter, Beutel mit fünf Stück*", "Filterdeckel*", "Akku*", "Netzteil 12 V*", "Ladeschale*", "Tragetasche*", "Kompressor", "Kolbendichtung", "Gehäuseoberteil", "Gehäuseunterteil", "Schalter", "Netzkabel", "Gummifuß*"]
