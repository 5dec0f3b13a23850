const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words of English that say little about what a text is about, question words and courtesies among them. */
export const englishStopWords = list(`
  a about after again all also am an and any are aren as at be because been before being below between both but by can
  cannot could couldn d did didn do does doesn doing don down during each either else etc ever few for from further get
  got had hadn has hasn have haven having he hello her here hers herself hi him himself his how i if in into is isn it its
  itself just let ll m may me might more most much must mustn my myself need no nor not of off on once one only or other
  ought our ours ourselves out over own please re s same shall shan she should shouldn so some such t take takes tell than thank
  thanks that the their theirs them themselves then there these they this those through to too under until up upon us ve
  very was wasn we were weren what whatever when where whether which while who whom whose why will with won would wouldn
  yes yet you your yours yourself yourselves
`)

/** The same for Swedish. */
export const swedishStopWords = list(`
  aldrig alla allt alltid alltså andra andras annan annat att av bara behöver berätta bli blir blivit blev bland både båda
  de dem den denna denne deras dess dessa det detta dig din dina dit ditt du där därför då efter ej eller en enligt er era
  ert ett finns finnas fick flera fram för före från få får ganska genom ha hade han hans har hej hej hela heller helt
  hennes henne hon honom hos hur huruvida här i icke igen in inga ingen inget innan inne inom inte ja jag ju kan kanske
  kommer kunde kunna men med mellan mer mera mest mig min mina mitt mot mycket måste ni nog nu nuvarande något någon några
  när nära och också om oss på redan samma samt sedan sen sig sin sina sitt sitta själv ska skall skulle som så sådan
  sådana sådant ta tar tack tid till tills trots under upp ut utan utanför vad var vara varandra varför varifrån varit varje vart
  vars vem vems vi vid vidare vilka vilkas vilken vilket vill vår våra vårt vänligen än ännu är åt även över
`)

/** The same for German. */
export const germanStopWords = list(`
  ab aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim bekomme bekommen
  bekommt bereits besser bevor bin bis bist bitte brauche braucht bzw da dabei dadurch dafür dagegen daher damit danach dann
  daran darauf daraus darf darin darüber darum das dass davon dazu dein deine dem den denen denn der deren des dessen die
  dies diese diesem diesen dieser dieses doch dort du durch dürfen ebenfalls ein eine einem einen einer eines einige einmal
  er es etwa etwas euch euer eure falls für gegen geht gerade gibt habe haben hallo hat hatte hatten hier hin hinter ich ihm
  ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jedoch kann kannst kein keine keinem
  keinen können könnte könnten lassen mal man mehr mein meine meinem meinen meiner mich mir mit muss müssen nach nachdem
  nein nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so sobald solche
  soll sollen sollte sollten sondern sonst sowie tun über um und uns unser unsere unserem unseren unserer unter viel viele vom
  von vor während wann war waren warum was wegen weil welche welchem welchen welcher welches wenn wer werde werden wessen
  weshalb wie wieder wieso wieviel will wir wird wo wofür woher wohin womit worden wozu wurde wurden würde würden zu zum zur
  zurzeit zwischen danke
`)
