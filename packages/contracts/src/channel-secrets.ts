/**
 * The secrets of each provider, by the kind of channel: those that verify what comes in are required, those that only
 * sending needs may be given later. A file of its own without imports, so that the console can show their fields.
 */
export const channelSecrets = {
  email: {
    mailgun: { required: ['signingKey'], optional: ['apiKey', 'domain', 'region'] },
    sendgrid: { required: ['publicKey'], optional: ['apiKey', 'region'] },
    postmark: { required: ['username', 'password'], optional: ['serverToken'] },
    raw: { required: ['secret'], optional: ['smtpUrl'] },
  },
  whatsapp: {
    meta: { required: ['appSecret', 'verifyToken'], optional: ['accessToken'] },
    twilio: { required: ['authToken'], optional: ['accountSid'] },
  },
  sms: {
    twilio: { required: ['authToken'], optional: ['accountSid'] },
    vonage: { required: ['signatureSecret'], optional: ['apiKey', 'apiSecret', 'signatureMethod'] },
  },
} as const
