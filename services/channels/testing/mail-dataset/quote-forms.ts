/** A quote under a reply as programs write it, `own` above it: what the person wrote. */
export type QuoteForm = { name: string; own: string; rest: string }

const shop = 'Shop Support <support@shop.example>'
const q = '\n\n> Shall we send a new one?\n> We wait for your answer.\n'
const plain = '\n\nShall we send a new one?\nWe wait for your answer.\n'
const form = (name: string, own: string, head: string, quote = q): QuoteForm => ({ name, own, rest: `${head}${quote}` })
const block = (names: string, date: string): string => {
  const [from, sent, to, subject] = names.split('|')
  return `${from} ${shop}\n${sent} ${date}\n${to} Pat\n${subject} Re: Order`
}

/** Forms that the reading of quotes was written with. */
export const quoteForms: QuoteForm[] = [
  form('no, Gmail, wrapped', 'Ja takk.', 'tor. 26. nov. 2026 kl. 10:00 skrev Shop Support <support@shop.example\n>:'),
  form('fi, Gmail', 'Kyllä kiitos.', `to 26. marrask. 2026 klo 10.00 ${shop}\nkirjoitti:`),
  form('pl, Thunderbird', 'Tak, proszę.', 'W dniu 26.11.2026 o 10:00, Shop Support pisze:'),
  form('pl, no marks', 'Tak, proszę.', `Dnia 26 listopada 2026 10:00 ${shop} napisał(a):`, plain),
  form(
    'it, Gmail',
    'Sì, grazie.',
    'Il giorno gio 26 nov 2026 alle ore 10:00 Shop Support <\nsupport@shop.example> ha scritto:',
  ),
  form('it, Thunderbird', 'Sì, grazie.', 'Il 26/11/2026 10:00, Shop Support ha scritto:'),
  form('it, Outlook', 'Sì, grazie.', block('Da:|Inviato:|A:|Oggetto:', 'giovedì 26 novembre 2026 10:00'), plain),
  form('pt, Gmail', 'Sim, obrigado.', `Em qui., 26 de nov. de 2026 às 10:00, ${shop}\nescreveu:`),
  form(
    'pt, Outlook',
    'Sim, obrigado.',
    block('De:|Enviado:|Para:|Assunto:', 'quinta-feira, 26 de novembro de 2026 10:00'),
    plain,
  ),
  form('ru, Gmail', 'Да, спасибо.', `чт, 26 нояб. 2026 г. в 10:00, ${shop}:`),
  form('ru, Thunderbird', 'Да, спасибо.', '26.11.2026 10:00, Shop Support пишет:'),
  form('ru, Outlook', 'Да, спасибо.', block('От:|Отправлено:|Кому:|Тема:', '26 ноября 2026 г. 10:00'), plain),
  form(
    'es, Gmail',
    'Sí, gracias.',
    'El jue, 26 nov 2026 a las 10:00, Shop Support (<support@shop.example>)\nescribió:',
  ),
  form('nl, Gmail', 'Ja, graag.', `Op do 26 nov 2026 om 10:00 schreef ${shop}:`),
  form('da, Apple', 'Ja tak.', `Den 26. nov. 2026 kl. 10.00 skrev ${shop}:`),
  form('fr, Gmail, wrapped', 'Oui, merci.', `Le jeu. 26 nov. 2026 à 10:00, ${shop} a\nécrit :`),
  form('de, Gmail', 'Ja, bitte.', 'Am Do., 26. Nov. 2026 um 10:00 Uhr schrieb Shop Support <\nsupport@shop.example>:'),
  form('cs, Gmail', 'Ano, prosím.', `čt 26. 11. 2026 v 10:00 odesílatel ${shop}\nnapsal:`),
  form('tr, Gmail', 'Evet, lütfen.', `${shop}, 26 Kas 2026 Per, 10:00 tarihinde\nşunu yazdı:`),
  form('ja, Gmail', 'はい、お願いします。', `2026年11月26日(木) 10:00 ${shop}:`),
  form('ja, Outlook', 'はい、お願いします。', block('差出人:|送信日時:|宛先:|件名:', '2026年11月26日 10:00'), plain),
  form('zh, Gmail', '好的，谢谢。', `${shop} 于2026年11月26日周四 10:00写道：`),
  form('zh, Outlook', '好的，谢谢。', block('发件人:|发送时间:|收件人:|主题:', '2026年11月26日 10:00'), plain),
  form('ko, Gmail', '네, 부탁합니다.', `2026년 11월 26일 (목) 오전 10:00, ${shop}님이 작성:`),
  form(
    'el, Gmail',
    'Ναι, ευχαριστώ.',
    'Στις Πέμ 26 Νοε 2026 στις 10:00 π.μ., ο/η Shop Support <\nsupport@shop.example> έγραψε:',
  ),
  form('hu, Gmail', 'Igen, kérem.', `${shop} ezt írta (időpont: 2026. nov. 26., Cs,\n10:00):`),
  form('Gmail of 2017', 'Yes.', `2017-11-24 16:32 GMT+01:00 ${shop}:`),
  form('Gmail of 2017, no marks', 'Yes.', `2017-11-24 16:32 GMT+01:00 ${shop}:`, plain),
  form('en, no colon', 'Yes.', `On Thu, Nov 26, 2026 at 10:00 AM, ${shop} wrote`),
  form('a line before the head', 'Yes.', `-----\nOn Thu, Nov 26, 2026 at 10:00 AM ${shop} wrote:`),
  form('a line before a head that is gone', 'Yes.', '-----', '\n> Shall we send a new one?\n'),
  form('the sign of a signature', 'Yes.', `--\n\nOn Thu, Nov 26, 2026 at 10:00 AM ${shop} wrote:`),
  form('de, iPhone', 'Ja, bitte.', `Von meinem iPhone gesendet\n\n> Am 26.11.2026 um 10:00 schrieb ${shop}:\n> `),
  form('it, iPhone', 'Sì, grazie.', `Inviato da iPhone\n\nIl giorno 26 nov 2026, alle ore 10:00, ${shop} ha scritto:`),
  form(
    'es, Outlook',
    'Sí, gracias.',
    `Obtener Outlook para iOS<https://aka.ms/o0ukef>\n________________________________\n${block('De:|Enviado:|Para:|Asunto:', 'jueves, 26 de noviembre de 2026 10:00')}`,
    plain,
  ),
]

/** Forms that were written before and looked at only when it was done. */
export const otherQuoteForms: QuoteForm[] = [
  form('sv, Gmail, wrapped', 'Ja tack.', 'Den tors 26 nov. 2026 kl 10:00 skrev Shop Support <support@shop.example\n>:'),
  form('no, Thunderbird', 'Ja takk.', 'Den 26.11.2026 10:00, skrev Shop Support:'),
  form('no, Outlook', 'Ja takk.', block('Fra:|Sendt:|Til:|Emne:', 'torsdag 26. november 2026 10:00'), plain),
  form('fi, Thunderbird', 'Kyllä kiitos.', 'Shop Support kirjoitti 26.11.2026 klo 10.00:'),
  form(
    'fi, Outlook',
    'Kyllä kiitos.',
    block('Lähettäjä:|Lähetetty:|Vastaanottaja:|Aihe:', 'torstai 26. marraskuuta 2026 10.00'),
    plain,
  ),
  form('pl, Gmail', 'Tak, proszę.', `czw., 26 lis 2026 o 10:00 ${shop} napisał(a):`),
  form('pl, Outlook', 'Tak, proszę.', block('Od:|Wysłano:|Do:|Temat:', 'czwartek, 26 listopada 2026 10:00'), plain),
  form('it, Apple, no marks', 'Sì, grazie.', `Il giorno 26 nov 2026, alle ore 10:00, ${shop} ha scritto:`, plain),
  form('pt, Thunderbird', 'Sim, obrigado.', 'Em 26/11/2026 10:00, Shop Support escreveu:'),
  form('pt, Apple', 'Sim, obrigado.', `No dia 26/11/2026, às 10:00, ${shop} escreveu:`),
  form('ru, Mail.ru', 'Да, спасибо.', `Четверг, 26 ноября 2026, 10:00 +03:00 от ${shop}:`),
  form('ru, Yandex', 'Да, спасибо.', '26.11.2026, 10:00, "Shop Support" <support@shop.example>:'),
  form('es, Thunderbird', 'Sí, gracias.', 'El 26/11/2026 a las 10:00, Shop Support escribió:'),
  form(
    'es, Outlook of firms',
    'Sí, gracias.',
    block('De:|Enviado el:|Para:|Asunto:', 'jueves, 26 de noviembre de 2026 10:00'),
    plain,
  ),
  form('nl, Thunderbird', 'Ja, graag.', 'Op 26-11-2026 om 10:00 schreef Shop Support:'),
  form(
    'nl, Outlook',
    'Ja, graag.',
    block('Van:|Verzonden:|Aan:|Onderwerp:', 'donderdag 26 november 2026 10:00'),
    plain,
  ),
  form('da, Outlook', 'Ja tak.', block('Fra:|Sendt:|Til:|Emne:', '26. november 2026 10:00'), plain),
  form('fr, Outlook', 'Oui, merci.', block('De :|Envoyé :|À :|Objet :', 'jeudi 26 novembre 2026 10:00'), plain),
  form('fr, Thunderbird', 'Oui, merci.', 'Le 26/11/2026 à 10:00, Shop Support a écrit :'),
  form('fr, iPhone', 'Oui, merci.', `Envoyé de mon iPhone\n\n> Le 26 nov. 2026 à 10:00, ${shop} a écrit :\n> `),
  form(
    'cs, Seznam',
    'Ano, prosím.',
    `---------- Původní e-mail ----------\n${block('Od:|Datum:|Komu:|Předmět:', '26. 11. 2026 10:00:00')}`,
    plain,
  ),
  form('sk, Gmail', 'Áno, prosím.', `št 26. 11. 2026 o 10:00 ${shop} napísal(a):`),
  form('tr, Outlook', 'Evet, lütfen.', block('Kimden:|Gönderilme:|Kime:|Konu:', '26 Kasım 2026 Perşembe 10:00'), plain),
  form('ja, Apple', 'はい、お願いします。', `2026/11/26 10:00、${shop}のメール:`),
  form('zh, Thunderbird', '好的，谢谢。', '在 2026/11/26 10:00, Shop Support 写道:'),
  form(
    'zh, QQ',
    '好的，谢谢。',
    `------------------ 原始邮件 ------------------\n${block('发件人:|发送时间:|收件人:|主题:', '2026年11月26日(星期四) 上午10:00')}`,
    plain,
  ),
  form('zh-TW, Gmail', '好的，謝謝。', `${shop} 於 2026年11月26日 週四 上午10:00寫道：`),
  form(
    'ko, Outlook',
    '네, 부탁합니다.',
    block('보낸 사람:|보낸 날짜:|받는 사람:|제목:', '2026년 11월 26일 목요일 오전 10:00'),
    plain,
  ),
  form('el, Outlook', 'Ναι, ευχαριστώ.', block('Από:|Στάλθηκε:|Προς:|Θέμα:', 'Πέμπτη, 26 Νοεμβρίου 2026 10:00'), plain),
  form(
    'hu, Outlook',
    'Igen, kérem.',
    block('Feladó:|Elküldve:|Címzett:|Tárgy:', '2026. november 26., csütörtök 10:00'),
    plain,
  ),
  form('ro, Gmail', 'Da, vă rog.', `În joi, 26 nov. 2026 la 10:00, ${shop} a scris:`),
  form('uk, Gmail', 'Так, дякую.', `чт, 26 лист. 2026 р. о 10:00 ${shop} пише:`),
  form('vi, Gmail', 'Vâng, cảm ơn.', `Vào Th 5, 26 thg 11, 2026 vào lúc 10:00 ${shop} đã viết:`),
  form(
    'he, Gmail',
    'כן, תודה.',
    '\u202bבתאריך יום ה׳, 26 בנוב׳ 2026 ב-10:00 מאת \u202aShop Support\u202c\u200f <\u202asupport@shop.example\u202c\u200f>:\u202c',
  ),
  form('ru, iPhone', 'Да, спасибо.', `Отправлено с iPhone\n\n> 26 нояб. 2026 г., в 10:00, ${shop} написал(а):\n> `),
  form(
    'en, wrapped at the name',
    'Yes.',
    'On Thursday, November 26, 2026 at 10:00:12 AM GMT+1, Shop Support\n<support@shop.example> wrote:',
    plain,
  ),
]
