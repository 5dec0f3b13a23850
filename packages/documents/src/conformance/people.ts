/** Documents with values of every type, some in the place of others. */
export const people = [
  {
    id: 'anna',
    name: 'Anna Ångström',
    age: 30,
    active: true,
    tags: ['vip', 'se'],
    address: { city: 'Umeå' },
    note: null,
  },
  { id: 'bo', name: 'Bo', age: 1, active: false, tags: [], address: { city: 'Kiruna' } },
  { id: 'cleo', name: '100% Cleo_x', age: 45.5, active: true, tags: ['se', 7, true, null] },
  { id: 'dag', name: '["vip","se"]', age: '30', tags: 'vip' },
  { id: 'eva', age: 0, active: 1 },
]
