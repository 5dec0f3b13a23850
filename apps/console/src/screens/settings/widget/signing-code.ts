/** How a site's server signs who its user is (docs/widget.md), by what it is written in. */
export const signingCode = {
  'Node.js': (widgetId: string) => `import { SignJWT } from 'jose'

const secret = new TextEncoder().encode(process.env.FRONTDESK_WIDGET_SECRET)

export const userTokenOf = (user) =>
  new SignJWT({ email: user.email, email_verified: true, name: user.name })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('${widgetId}')
    .setSubject(user.id)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(secret)`,
  Python: (widgetId: string) => `import os, time
import jwt  # PyJWT

def user_token_of(user):
    now = int(time.time())
    claims = {
        "aud": "${widgetId}",
        "sub": user.id,
        "iat": now,
        "exp": now + 3600,
        "email": user.email,
        "email_verified": True,
        "name": user.name,
    }
    return jwt.encode(claims, os.environ["FRONTDESK_WIDGET_SECRET"], algorithm="HS256")`,
  PHP: (widgetId: string) => `use Firebase\\JWT\\JWT;

function userTokenOf($user): string {
    $claims = [
        'aud' => '${widgetId}',
        'sub' => (string) $user->id,
        'iat' => time(),
        'exp' => time() + 3600,
        'email' => $user->email,
        'email_verified' => true,
        'name' => $user->name,
    ];
    return JWT::encode($claims, getenv('FRONTDESK_WIDGET_SECRET'), 'HS256');
}`,
} satisfies Record<string, (widgetId: string) => string>

export type SigningLanguage = keyof typeof signingCode

/** How a page tells the widget who its user is. */
export const pageCode = `window.Frontdesk ??= (...call) => (Frontdesk.q ??= []).push(call)
Frontdesk('identify', { getUserToken: () => fetch('/frontdesk-token').then((reply) => reply.text()) })`
