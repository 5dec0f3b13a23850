/** Words that look or sound like the phrases, or hold their letters, and mean something else. */
const near = {
  en: `gambit gamboling ramble better abet alphabet between cabinet beta diabetes beta-test gunwale begun gunmetal Gunnar
    Gunilla weaponless-sounding pokémon spoke joker poke slot-machine-free timeslot drugstore-like shrug drudge
    dragged election-free selection selected collection reelecting police polite policy policies polish politely medicine-free
    medical media median subscription description descriptions inscription transcription antibody antique diagonal dialog
    pistachio piston pistons epistle canned cannot canvas can nab is cocoa cocktail cocoon riffle trifle rife baffle party
    parties vote-free devoted voter-less casing casino-free-ish cashier casual Cassandra  planet market stock`
    .split(/\s+/)
    .filter((word) => !/(?:free|less|like|ish)/.test(word) && !/^(?:slot-machine|vote)/.test(word)),
  sv: `spelar spelning spelrum medspelare exempel gjorde droppe drottning drönare drogs bedrog knarrar knacka vapnas
    väpnare varpen vappu kasse kassa kasinett kastrull kasta pokal politisk artig polis polisen politess polityr medic
    medicinsk median medan medlem medlemmar diagonal diagram dialog läkare läkning läka läktare gevärs-fri geografi
    partner partiet parti pistaschnöt pistage valet riksdag riksbank riksväg amfibie amfora valfri valp höra hör hörlur
    kaffe sprängd språng medelst medelvärde medel`
    .split(/\s+/)
    .filter((word) => !/(?:-fri|^drogs$|^bedrog$|^medicinsk$|^politisk$|^vapnas$|^spräng)/.test(word)),
}

const sentences = {
  en: [
    'What does {} mean in my contract?',
    'The word {} is on my invoice',
    'I saw {} in your newsletter.',
    'Is {} in stock?',
  ],
  sv: [
    'Vad betyder {} i mitt avtal?',
    'Ordet {} står på min faktura',
    'Jag såg {} i ert nyhetsbrev.',
    'Finns {} i lager?',
  ],
}

const questions = `
  How long does delivery to Norway take?
  Can I return shoes that I have worn once?
  My order 4711 hasn't arrived, where is it?
  Please change my address to 12 Gunnar Street.
  The discount code S3X-50FF-B3T4 is not accepted
  I paid 1 299 kr on 2026-01-13 with my card ending 4242
  How do I reset my password?
  I cannot log in to my account, it says error 0x80070057
  Is the app available on Android 14 and iOS 17.2?
  Could you send the invoice to anna.berg@example.com?
  What is the difference between plan A and plan B?
  Do you ship to Stockholm and Gothenburg?
  The package was damaged!!! I want my money back!!!
  Sooooo happy with my new bike, thank youuuu
  The tracking page shows &#229; and \\u00e5 in <b>my</b> name, and %20 in the link
  Error at C:\\app\\142\\bin: code 6f 6b 20 3a, checksum d41d8cd98f00b204e9800998ecf8427e
  My licence key is QUJDREVGR0hJSktMTU5PUA== and the batch is 12/05/20/24
  The models IX-1, Il-2 and rn42 look alike
  W T F is going on with the website
  Call me on 08-123 456 78 after 5 p.m.
  Do I have to be over 18 to open an account?
  U.S.A. or E.U. sizes?
  I live at Drottninggatan 5 A, c/o G. U. Nilsson
  Which of your T-shirts are 100% cotton?
  Can I pay by invoice, e.g. within 30 days?
  My b0x came with item #B3-GU-N1 missing
  The video is 1080p, h.264, and it doesn't play
  Is pick-up in store free of charge?
  Where do I find the user manual for model X-900?
  What are your opening hours at Easter?
  I was charged twice for the same subscription
  Please delete all data you have about me
  Why is the price higher than in the ad?
  Do you have gift cards?
  Is there a party size of the cake?
  I vote that you bring back the old app
  May I speak to a human being?
  The colour is not as on the picture
  How do I cancel my subscription before it renews?
  Is the warranty two or three years?
  I'd like to buy a gift for my mother
  Can my son play with it, he is 3?
  a b c are the three options, right?
  Is it safe to use it with a heart condition?
  Hur lång är leveranstiden till Norge?
  Kan jag lämna tillbaka skor som jag har använt en gång?
  Min beställning 4711 har inte kommit, var är den?
  Jag vill ändra min adress till Drottninggatan 5
  Rabattkoden SOMMAR-2026 fungerar inte
  Jag betalade 1 299 kr den 13 januari med mitt kort
  Hur byter jag lösenord?
  Jag kan inte logga in på mitt konto
  Finns appen för Android 14?
  Kan ni skicka fakturan till anna.berg@example.com?
  Vad är det för skillnad på de två abonnemangen?
  Skickar ni till Stockholm och Göteborg?
  Paketet var trasigt!!! Jag vill ha pengarna tillbaka!!!
  Såååå nöjd med min nya cykel, taaack
  Ring mig på 08-123 456 78 efter kl. 17
  Måste jag vara över 18 år för att öppna ett konto?
  Är tröjorna gjorda av 100 % bomull?
  Kan jag betala mot faktura, t.ex. inom 30 dagar?
  Var hittar jag bruksanvisningen till modell X-900?
  Vilka öppettider har ni i påsk?
  Jag har blivit debiterad två gånger
  Ta bort alla uppgifter som ni har om mig
  Varför är priset högre än i annonsen?
  Har ni presentkort?
  Får jag prata med en människa?
  Färgen är inte som på bilden
  Hur säger jag upp mitt abonnemang innan det förnyas?
  Är garantin två eller tre år?
  Jag vill köpa en present till min mor
  Kan min son leka med den, han är 3?
  Går det bra att hämta i butiken?
  Jag hör inte ljudet i hörlurarna
  Får man ta med hund på tåget?
  Var i Sverige ligger ert lager?
  Jag såg att ni har rea på möbler
  Hur många gånger får jag byta storlek?
  Måste jag vara hemma när ni levererar?
  Kan jag få kvittot skickat till mig igen?
  Vår dörr gick sönder när den monterades
  Vad kostar det att skicka ett paket på 3 kg?`
  .trim()
  .split('\n')
  .map((line) => line.trim())

const openings = { en: ['', 'Hello! ', 'Hi, quick question: '], sv: ['', 'Hej! ', 'God kväll, en fråga bara: '] }

/** Messages of everyday support, and near misses of the phrases. None touches a topic. The same ones each time. */
export function innocentMessages(): string[] {
  const half = questions.findIndex((question) => question.startsWith('Hur lång'))
  const plain = questions.flatMap((question, i) =>
    openings[i < half ? 'en' : 'sv'].map((opening) => opening + question),
  )
  const misses = (['en', 'sv'] as const).flatMap((language) =>
    near[language].flatMap((word) => sentences[language].map((sentence) => sentence.replace('{}', word))),
  )
  return [...plain, ...misses]
}
