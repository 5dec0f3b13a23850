/** The settings of the platform that files share. A file with this `env`, or none, has no platform of its own on servers. */
export const sharedEnv = { RATE_LIMIT_PER_MINUTE: '1000000', PUBLIC_URL: 'https://desk.example.com/' }
