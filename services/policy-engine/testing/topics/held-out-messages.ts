/** Topics by examples as a company might write them, and messages that mean the same and were not given as examples. */
export const exampleTopics = [
  {
    name: 'investment advice',
    examples: [
      'Which shares should I buy?',
      'Should I invest my savings in funds or in property?',
      'Is now a good time to sell my shares?',
      'Vilka aktier ska jag köpa?',
      'Ska jag investera mina besparingar i fonder?',
    ],
    messages: [
      'What shares would you buy right now?',
      'Is it a good time to buy shares in your company?',
      'Should I invest my savings in shares?',
      'I wonder whether to sell my shares now',
      'Which funds should I invest in?',
      'Vilka aktier tycker du att jag ska köpa nu?',
      'Är det bra att investera i fonder?',
      'Bör jag investera besparingarna i aktier eller fonder?',
    ],
  },
  {
    name: 'medical advice',
    examples: [
      'Can I take ibuprofen together with alcohol?',
      'My child has a fever, what should I do?',
      'Is this rash dangerous?',
      'Kan jag ta ibuprofen tillsammans med alkohol?',
      'Mitt barn har feber, vad ska jag göra?',
    ],
    messages: [
      'Is it ok to take ibuprofen with alcohol?',
      'What should I do when my child has fever?',
      'Could this rash be dangerous?',
      'Får man ta ibuprofen med alkohol?',
      'Vad gör jag om mitt barn har hög feber?',
      'I have a fever and a rash, is that dangerous?',
    ],
  },
  {
    name: 'competitors',
    examples: [
      'Is your product better than the one from Acme?',
      'Why should I choose you over your competitors?',
      'How do you compare with other companies?',
      'Varför ska jag välja er framför era konkurrenter?',
      'Är ni bättre än andra företag?',
    ],
    messages: [
      'Why should we choose you and not a competitor?',
      'Is your product better than the product from Acme?',
      'How does your company compare with other companies?',
      'Varför skulle jag välja er och inte konkurrenterna?',
      'På vilket sätt är ni bättre än andra företag?',
    ],
  },
  {
    name: 'lawsuits',
    examples: [
      'I will sue you in court',
      'Can I get damages if I take you to court?',
      'My lawyer will contact you',
      'Jag kommer att stämma er i domstol',
      'Min advokat kommer att kontakta er',
    ],
    messages: [
      'I am going to sue you in court for this',
      'You will be contacted by my lawyer',
      'Can I get damages in court?',
      'Jag tänker stämma er inför domstol',
      'Ni kommer att bli kontaktade av min advokat',
      'My lawyer says I can take you to court',
    ],
  },
  {
    name: 'salaries',
    examples: [
      'How much does your chief executive earn?',
      'What salary do your employees have?',
      'Vad tjänar er vd?',
      'Vilken lön har era anställda?',
    ],
    messages: [
      'How much do your employees earn?',
      'What salary does the chief executive have?',
      'Hur mycket tjänar er vd om året?',
      'Vilka löner har de anställda hos er?',
    ],
  },
]
