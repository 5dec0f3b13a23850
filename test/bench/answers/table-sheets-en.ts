import { decimal, grouped, price, rows, type Sheet } from './table-sheet.ts'

/** Documents with tables to fit on; see table-sheet.ts. */
export const englishSheets: Sheet[] = [
  {
    kind: 'report',
    title: (name) => `${name} annual report`,
    caption: 'Income statement, USD thousand',
    names: ['Oakfield Foods', 'Marlow Shipping', 'Tern Optics', 'Pinehurst Tools', 'Redgate Mills'],
    columns: [
      ['2024', '2023'],
      ['2022', '2021'],
      ['2024', '2023', '2022'],
    ],
    prose: [
      '{name} makes and sells its goods in nine countries. The head office moved to a new building during the year.',
      'The board met eleven times. The auditors have no remarks on the accounts of {name}.',
      'Demand was weak in the spring and recovered after the summer. Freight became cheaper.',
    ],
    rows: rows(
      grouped,
      `Revenue | turnover | what the company took in
        Cost of materials | spending on materials | what raw goods swallowed
        Staff costs | personnel costs | the wage bill
        Depreciation | depreciation of assets | the wear of machines
        Operating profit | profit from operations | earnings before financing
        Interest paid | interest | the price of loans
        Income taxes | taxes on income | what went to the state
        Trade receivables | receivables from trade | unpaid customer bills
        Cash at bank | bank cash | money in the accounts
        Capital expenditure | investment spending | outlay on plant`,
    ),
    questions: [
      'What was the {row} of {name} in {column}?',
      'How much was {row} at {name} in {column}?',
      '{name} {row} {column}',
      'How large was {row} in {column}?',
    ],
    absent: [
      'Who chairs the board of {name}?',
      'How many shareholders does {name} have?',
      'What dividend will {name} pay?',
      'When was {name} founded?',
      'What did {name} earn in Brazil in {column}?',
      'How many women work at {name}?',
    ],
  },
  {
    kind: 'tariff',
    title: (name) => `${name} price list`,
    caption: 'Prices in euros, tax included',
    names: ['Lakeside Camping', 'Volta Bikes', 'Harbour Parking', 'Sundial Laundry', 'Nimbus Storage'],
    columns: [
      ['Low season', 'High season'],
      ['Member', 'Visitor'],
      ['Day', 'Week', 'Month'],
    ],
    prose: [
      '{name} is open all year. Pay by card at the desk or on the website.',
      'Changes are free until two days before. Complaints are answered within a week.',
      'Groups of more than ten people should call first.',
    ],
    rows: rows(
      (random) => `€${price(random)}`,
      `Small pitch with power | a small pitch | a place for my little tent with a socket
        Large pitch | the large pitch | a place for a big van
        Cabin for four | a cabin | a hut for our family
        Extra person | an additional person | one more guest
        Electric scooter | a scooter | a moped on batteries
        Child seat | a seat for a child | something for my toddler to sit in
        Deposit for the key | key deposit | the money I leave for the key
        Late return | returning late | bringing it back after closing
        Lost ticket | a ticket that is lost | when I can't find my slip
        Wash and dry, 8 kg | washing and drying 8 kg | one load of clothes`,
    ),
    questions: [
      'What does {row} cost in {column} at {name}?',
      'How much is {row} ({column}) at {name}?',
      'Price of {row}, {column}?',
      'What do I pay for {row} at {name}, {column}?',
    ],
    absent: [
      'What does a boat cost at {name}?',
      'How much is breakfast at {name}?',
      'Does {name} rent out skis?',
      'What is the student discount at {name}?',
      'How much is a gift card from {name}?',
      'Who owns {name}?',
    ],
  },
  {
    kind: 'manual',
    title: (name) => `${name} user manual`,
    caption: 'Technical data',
    names: ['Breva 200', 'Kestrel T4', 'Orin X50', 'Solano 7', 'Quill M2'],
    columns: [
      ['Standard', 'Plus'],
      ['230 V', '110 V'],
      ['Home', 'Office', 'Outdoor'],
    ],
    prose: [
      'Read these instructions before you use the {name} for the first time and keep them.',
      'Clean the {name} with a soft, dry cloth. Never use solvents or a pressure washer.',
      'If the {name} does not start, check the fuse and the cable.',
    ],
    rows: rows(
      decimal,
      `Weight (kg) | weight | how many kilos
        Noise level (dB) | noise | how loud it is
        Battery life (h) | battery life | hours until it is empty
        Power use (W) | power use | electricity it draws
        Tank volume (l) | volume of the tank | litres that fit inside
        Height (mm) | height | how tall it is
        Cable length (m) | length of the cable | how far from the socket it reaches
        Operating pressure (bar) | pressure in operation | the bars it works at
        Warranty (years) | warranty | how long the maker stands by it
        Charging time (h) | time to charge | how long until it is full`,
    ),
    questions: [
      'What is the {row} of the {name} {column}?',
      'How much is the {row} of the {name} in the {column} version?',
      '{name} {column} {row}',
      'What {row} does the {name} ({column}) have?',
    ],
    absent: [
      'Is the {name} waterproof?',
      'Which app works with the {name}?',
      'What does the {name} cost?',
      'Where can I buy bags for the {name}?',
      'What colour is the {name}?',
      'Can the {name} be used in a boat?',
    ],
  },
]
