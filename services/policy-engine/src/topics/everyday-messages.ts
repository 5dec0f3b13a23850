/**
 * What customers write every day. A message is on a topic only when it is clearly nearer to one of its examples than
 * these are: how near unlike texts are differs from one embedding model to the next.
 */
export const everydayMessages = [
  'Hello, can you help me?',
  'How long does delivery take?',
  'Where is my order?',
  'I want to return a product and get my money back.',
  'How do I change my password?',
  'What are your opening hours?',
  'Can I pay by invoice?',
  'My parcel is damaged, what do I do now?',
  'How do I cancel my subscription?',
  'Do you have this in another size?',
  'I have been charged twice.',
  'Which one should I choose?',
  'Is it included in the price?',
  'Thank you, that was all.',
  'Hej, kan ni hjälpa mig?',
  'Hur lång är leveranstiden?',
  'Var är min beställning?',
  'Jag vill lämna tillbaka en vara och få pengarna tillbaka.',
  'Hur byter jag lösenord?',
  'Vilka öppettider har ni?',
  'Kan jag betala mot faktura?',
  'Mitt paket är skadat, vad ska jag göra?',
  'Hur säger jag upp mitt abonnemang?',
  'Finns den i en annan storlek?',
  'Jag har blivit debiterad två gånger.',
  'Vilken ska jag köpa?',
  'Ingår det i priset?',
  'Tack, det var allt.',
]
