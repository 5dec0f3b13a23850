// Written by `node test/bench/answers.ts --background`; don't edit. Paragraphs of Wikipedia (every second article of SQuAD
// 2.0 in Swedish and XQuAD in English).

/** By language: stems that stand in many texts whatever they are about, and of a thousand texts how many hold each. */
export const background: Record<string, string> = {
  sv: `och:975 av:858 som:825 för:753 en:713 den:702 till:691 att:651 med:596 de:589 på:578 det:560 var:498 från:495
är:484 ett:444 också:316 om:316 har:313 andr:309 und:291 ell:276 sin:265 int:255 mång:222 had:222 dess:218
han:218 stat:215 vid:200 eft:196 sig:193 men:193 stor:189 tid:189 år:178 över:171 del:171 regering:171
talet:167 södr:164 när:164 mellan:160 genom:156 först:149 all:145 mot:145 usa:142 än:142 politisk:138 mer:135
inom:135 grund:135 dett:131 denn:131 två:124 of:120 även:116 vilket:116 inkluder:116 kan:116 sen:116
inklusiv:113 använd:113 norr:113 medan:113 mycket:109 viss:109 vikt:105 områd:105 stad:102 hel:102 båd:102
led:102 islamisk:102 skull:98 der:98 amerikansk:98 störr:95 befolkning:95 finn:95 utan:95 där:91 sedan:91
bar:87 fler:87 området:84 så:84 flest:84 ha:84 tre:80 mest:80 sitt:80 någr:80 nu:80 skap:80 blev:80 oft:76
värld:76 dem:76 olik:76 central:73 mindr:73 eftersom:73 väst:73 känd:73 kall:73 länd:73 ligg:69 in:69
särskilt:69 antal:69 bland:69 död:69 bygg:69 baser:65 ekonomisk:65 störst:65 ick:65 ut:65 stöd:65 börj:65
al:65 rör:65 hem:62 gång:62 upp:62 utveckl:62 direk:62 person:62 fick:62 verk:62 nya:62 mod:62 region:58
söd:58 the:58 militär:58 fann:58 arbet:58 västr:58 betyd:58 minsk:58 slutet:58 innan:58 kund:58 omfat:55
samt:55 försök:55 nästan:55 end:55 styr:55 islam:55 dock:51 vanligtvis:51 annan:51 kom:51 hög:51 dag:51
exempel:51 van:51 allmän:51 grupp:51 samm:51 fortfar:51 europ:51 gjord:51 ursprung:51 great:47 fem:47
främst:47 användning:47 någon:47 ledd:47 främj:47 inflyt:47 känt:47 kultur:47 varit:47 medlemm:47 hävd:47
fram:47 ansvar:47 hjälp:47 publicer:47 historisk:44 stark:44 läng:44 miljon:44 städ:44 cirk:44 orsak:44
offent:44 lokal:44 behöv:44 namnet:44 såsom:44 roll:44 mellanöst:44 tillbak:44 period:44 samtid:44 gav:44
faktisk:44 fyr:40 människ:40 landet:40 officiell:40 sist:40 varj:40 stort:40 beroend:40 spel:40 per:40 and:40
storbritanni:40 ökad:40 förutom:40 oktob:40 tillhandahåll:40 plats:40 närvar:40 åren:40 nivå:40 allier:40
forsk:40 möj:40 gräns:36 öst:36 värd:36 bild:36 fortsat:36 gör:36 trot:36 snabbt:36 utbildning:36 total:36
ing:36 etabler:36 kräv:36 högst:36 likn:36 komm:36 mynd:36 skriv:36 inrät:36 administration:36 england:36
något:36 hanter:36 nationell:36 sätt:36 förblev:36 samhället:36 vis:36 början:36 medicinsk:36 beskriv:33
procent:33 egen:33 företag:33 tio:33 sådan:33 består:33 ann:33 tredj:33 bil:33 form:33 utveckling:33 doll:33
producer:33 händ:33 ibland:33 lag:33 emellertid:33 vald:33 förklar:33 europeisk:33 inträff:33 ytter:33 fall:33
temperatur:33 oberoend:33 liksom:33 tar:33 enl:33 inled:33 stödd:33 introducer:33 idag:33 slut:33 skrev:33
process:33 metod:33 traditionellt:29 ungefär:29 istället:29 kung:29 regional:29 östr:29 inr:29
internationell:29 sprid:29 ans:29 lit:29 sydöstr:29 växt:29 park:29 se:29 institution:29 skol:29 väx:29
rikt:29 new:29 federal:29 runt:29 registrer:29 måst:29 går:29 undvik:29 fred:29 följd:29 säg:29 krävd:29
kriget:29 itali:29 intress:29 genomsnitt:29 vilk:29 hos:29 indi:29 förfat:29 far:29 el:25 innehåll:25 driv:25
årl:25 populär:25 vad:25 term:25 linj:25 däreft:25 motsat:25 topp:25 allvar:25 små:25 påverk:25 university:25
teknik:25 novemb:25 val:25 mitt:25 fören:25 snabb:25 minst:25 blivit:25 kungariket:25 februari:25 brittisk:25
följ:25 dessutom:25 beslut:25 allt:25 cit:25 högr:25 ta:25 kraft:25 oro:25 krav:25 problem:25 tyskland:25
uppmuntr:25 kansk:25 resulter:25 general:25 nådd:25 handl:25 tal:25 allmänt:25 titeln:25 gäll:22 höll:22
öppn:22 bli:22 separ:22 tillsamman:22 dominer:22 samhäll:22 natur:22 hundr:22 histori:22 miljard:22
aktivitet:22 koncentrer:22 fortsät:22 mar:22 kommersiell:22 sex:22 återvänd:22 långvar:22 produk:22 begräns:22
national:22 gjort:22 bred:22 kostnad:22 decemb:22 juli:22 utfärd:22 ny:22 system:22 rest:22 hälft:22 trupp:22
iran:22 hur:22 vår:22 svar:22 via:22 brist:22 rapporter:22 avslut:22 involver:22 accepter:22 beskrev:22
plat:22 års:22 man:22 huvudsak:22 kombination:22 individ:22 trol:22 uppgift:22 gradvis:22 kunskap:22 ge:22
tyd:22 uppdelning:18 us:18 hänvis:18 godkänd:18 john:18 förespråk:18 valet:18 aldr:18 områden:18 res:18 lik:18
varm:18 folkräkning:18 majoritet:18 själv:18 lägg:18 bestod:18 möt:18 nordväst:18 systemet:18 juni:18 rätt:18
uppman:18 inför:18 effek:18 förändring:18 krig:18 strax:18 återspegl:18 mål:18 land:18 decenni:18 redan:18
fullständ:18 lämp:18 uttryck:18 alltm:18 potentiell:18 skilj:18 position:18 lev:18 väg:18 härstamm:18
motstånd:18 noter:18 dvs:18 äger:15 besök:15 övr:15 union:15 nyar:15 förekomm:15 förekomst:15 north:15
island:15 ökand:15 äldst:15 funger:15 finansiering:15 ant:15 längr:15 seri:15 utman:15 koppl:15 bidrag:15
lång:15 återställ:15 plan:15 sakn:15 stann:15 väl:15 vill:15 nyl:15 bok:15 håll:15 skild:15 ska:15 stödj:15
framträd:15 syft:15`,
  en: `the:992 of:950 in:942 and:925 to:858 as:558 that:533 for:525 is:517 with:508 by:492 on:467 it:467 from:458
was:433 an:367 are:342 which:308 their:292 be:292 at:283 or:267 were:258 has:258 state:250 first:242 not:242
been:242 also:233 time:233 this:233 other:225 more:217 have:217 year:217 his:208 use:208 had:192 dure:183
but:183 includ:183 unit:183 he:175 such:175 two:167 they:167 one:167 most:167 howev:167 all:158 govern:158
under:158 while:150 who:150 into:150 there:150 these:150 may:150 new:142 after:142 some:133 area:133
compani:125 work:125 sinc:125 over:125 major:125 three:117 general:117 direct:117 follow:117 mani:117
system:117 no:117 develop:108 war:108 support:108 part:108 both:108 than:108 known:108 public:108 increas:108
would:108 them:100 nation:100 becaus:100 establish:100 form:100 respons:100 caus:100 own:92 then:92 second:92
becam:92 john:92 act:92 citi:92 onli:92 same:92 continu:92 when:92 requir:92 larg:92 right:92 peopl:92
where:92 forc:83 end:83 pass:83 differ:83 provid:83 american:83 sever:83 later:83 great:83 north:83 church:83
much:83 power:83 can:83 south:83 european:83 medic:83 befor:83 member:83 call:83 led:75 england:75 ani:75
oper:75 regul:75 out:75 each:75 period:75 build:75 countri:75 project:75 name:75 popul:75 organ:75 chang:75
usual:75 report:75 legisl:75 up:67 record:67 although:67 did:67 set:67 well:67 locat:67 now:67 construct:67
number:67 what:67 type:67 market:67 base:67 design:67 issu:67 made:67 franc:67 earli:67 privat:67 without:67
role:67 parliament:67 law:67 centuri:67 global:67 common:67 health:67 need:67 group:67 began:67 europ:67
within:67 similar:67 accept:67 busi:67 point:58 line:58 play:58 return:58 left:58 held:58 manag:58 long:58
five:58 complet:58 hous:58 institut:58 home:58 ten:58 associ:58 place:58 case:58 like:58 world:58 largest:58
life:58 relat:58 energi:58 certain:58 against:58 receiv:58 product:58 main:58 polit:58 make:58 bodi:58
occur:58 independ:58 given:58 present:58 result:58 even:58 larger:58 union:58 must:58 take:58 between:58 if:58
subject:58 servic:58 appear:58 gave:50 lead:50 activ:50 past:50 presid:50 signific:50 financi:50 religi:50
small:50 addit:50 anoth:50 so:50 until:50 control:50 region:50 previous:50 parti:50 seri:50 through:50
measur:50 though:50 begin:50 decis:50 court:50 remain:50 individu:50 practic:50 mass:50 found:50 last:50
third:50 numer:50 smaller:50 intern:50 creat:50 million:50 tradit:50 lower:50 will:50 industri:50 administr:50
british:50 produc:50 thought:50 around:50 kill:50 attack:50 polici:50 elect:50 consid:50 non:50 gain:50
order:50 de:50 along:42 start:42 safeti:42 seven:42 season:42 attempt:42 run:42 fail:42 local:42 throughout:42
exist:42 cultur:42 christian:42 destroy:42 author:42 we:42 say:42 about:42 do:42 list:42 popular:42 live:42
death:42 interest:42 claim:42 declar:42 could:42 those:42 publish:42 student:42 whole:42 everi:42 wrote:42
quick:42 william:42 particular:42 consist:42 communiti:42 center:42 singl:42 class:42 constitut:42 close:42
octob:42 former:42 divid:42 offic:42 often:42 help:42 studi:42 process:42 air:42 method:42 rate:42 fact:42
posit:42 way:42 term:42 promot:42 rule:42 further:42 still:42 among:42 prevent:42 protect:42 action:42
allow:42 show:42 outsid:42 land:42 ad:33 high:33 defend:33 despit:33 ever:33 give:33 won:33 territori:33
divis:33 evid:33 eventu:33 success:33 leav:33 famous:33 neither:33 due:33 statement:33 reach:33 demand:33
version:33 king:33 event:33 extend:33 thousand:33 see:33 either:33 mean:33 governor:33 david:33 children:33
princip:33 refer:33 scale:33 pressur:33 special:33 too:33 conflict:33 find:33 repeat:33 size:33 introduc:33
condit:33 central:33 assembl:33 repres:33 refus:33 ultim:33 necessari:33 human:33 specif:33 better:33
toward:33 grown:33 offer:33 al:33 doe:33 describ:33 separ:33 believ:33`,
}
