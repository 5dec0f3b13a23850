import { type CustomerTextKind, refusal } from '@frontdesk/contracts'
import type { EscalationReason } from '../escalation/escalation-steps.ts'
import type { ModelFault } from '../turns/outcome.ts'

type ByLanguage = Readonly<Record<string, string>> & { readonly en: string }

/** What customers read that no model writes, in the languages (ISO 639-1) that come with Frontdesk. */
export const builtInTexts: Readonly<Record<CustomerTextKind, ByLanguage>> = {
  greeting: {
    en: 'Hello! How can I help you?',
    sv: 'Hej! Vad kan jag hjälpa dig med?',
    de: 'Hallo! Wie kann ich Ihnen helfen?',
    ar: 'مرحبًا! كيف يمكنني مساعدتك؟',
  },
  thanks: {
    en: "You're welcome! Is there anything else I can help you with?",
    sv: 'Varsågod! Är det något mer jag kan hjälpa dig med?',
    de: 'Gern geschehen! Kann ich Ihnen sonst noch helfen?',
    ar: 'على الرحب والسعة! هل هناك شيء آخر يمكنني مساعدتك به؟',
  },
  goodbye: {
    en: 'Goodbye, and have a nice day!',
    sv: 'Hej då, och ha en fin dag!',
    de: 'Auf Wiedersehen und einen schönen Tag!',
    ar: 'مع السلامة، ونتمنى لك يومًا سعيدًا!',
  },
  handedOver: {
    en: 'I have passed your question on to our team. They will get back to you.',
    sv: 'Jag har skickat din fråga vidare till våra medarbetare. De återkommer till dig.',
    de: 'Ich habe Ihre Frage an unser Team weitergeleitet. Es wird sich bei Ihnen melden.',
    ar: 'لقد أحلت سؤالك إلى فريقنا، وسيتواصل معك.',
  },
  outsideHours: {
    en: 'Our team is away at the moment. I have passed your question on, and they will get back to you when they return.',
    sv: 'Våra medarbetare är inte på plats just nu. Jag har skickat din fråga vidare, och de återkommer till dig när de är tillbaka.',
    de: 'Unser Team ist gerade nicht erreichbar. Ich habe Ihre Frage weitergeleitet, und es meldet sich bei Ihnen, sobald es wieder da ist.',
    ar: 'فريقنا غير متاح حاليًا. لقد أحلت سؤالك إليه، وسيتواصل معك عند بدء ساعات العمل.',
  },
  waiting: {
    en: 'Your message has been passed on to our team, who will answer you here.',
    sv: 'Ditt meddelande har skickats vidare till våra medarbetare, som svarar dig här.',
    de: 'Ihre Nachricht wurde an unser Team weitergeleitet, das Ihnen hier antwortet.',
    ar: 'تم تحويل رسالتك إلى فريقنا، وسيجيبك هنا.',
  },
  refusal: {
    en: refusal,
    sv: 'Jag kan inte behandla den förfrågan på grund av våra innehållsregler. Formulera om din fråga eller kontakta supporten direkt.',
    de: 'Ich kann diese Anfrage aufgrund unserer Inhaltsrichtlinien nicht bearbeiten. Bitte formulieren Sie Ihre Frage um oder wenden Sie sich direkt an den Support.',
    ar: 'يتعذر عليّ معالجة هذا الطلب بسبب سياسات المحتوى لدينا. يُرجى إعادة صياغة سؤالك أو التواصل مع الدعم مباشرة.',
  },
  tooLong: {
    en: 'Your message is too long. Please shorten it, or send it in several parts.',
    sv: 'Ditt meddelande är för långt. Korta ner det eller skicka det i flera delar.',
    de: 'Ihre Nachricht ist zu lang. Bitte kürzen Sie sie, oder senden Sie sie in mehreren Teilen.',
    ar: 'رسالتك طويلة جدًا. يُرجى اختصارها أو إرسالها على عدة أجزاء.',
  },
}

/** What a hand-over says in place of `handedOver` where its cause is known. */
export const handedOverBecause: Readonly<Record<Exclude<EscalationReason, 'rule' | ModelFault>, ByLanguage>> = {
  low_confidence: {
    en: "I couldn't find a reliable answer to that, so I have passed your question on to our team. They will get back to you.",
    sv: 'Jag hittade inget säkert svar på det, så jag har skickat din fråga vidare till våra medarbetare. De återkommer till dig.',
    de: 'Darauf habe ich keine verlässliche Antwort gefunden, daher habe ich Ihre Frage an unser Team weitergeleitet. Es wird sich bei Ihnen melden.',
    ar: 'لم أجد إجابة موثوقة عن ذلك، لذا أحلت سؤالك إلى فريقنا، وسيتواصل معك.',
  },
  requested: {
    en: 'I have passed you on to our team. They have what you wrote here, and will get back to you.',
    sv: 'Jag har skickat dig vidare till våra medarbetare. De har det du skrev här och återkommer till dig.',
    de: 'Ich habe Sie an unser Team weitergeleitet. Es hat alles, was Sie hier geschrieben haben, und wird sich bei Ihnen melden.',
    ar: 'لقد أحلتك إلى فريقنا. لديه ما كتبته هنا، وسيتواصل معك.',
  },
  frustrated: {
    en: "I'm sorry that this has been such trouble. I have passed you on to our team, who will get back to you.",
    sv: 'Jag beklagar att det har krånglat så. Jag har skickat dig vidare till våra medarbetare, som återkommer till dig.',
    de: 'Es tut mir leid, dass das so mühsam war. Ich habe Sie an unser Team weitergeleitet, das sich bei Ihnen melden wird.',
    ar: 'أعتذر عما واجهته من صعوبة. لقد أحلتك إلى فريقنا، وسيتواصل معك.',
  },
  contradiction: {
    en: 'What I find on this is not clear, so I have passed your question on to our team. They will get back to you.',
    sv: 'Det jag hittar om detta är inte entydigt, så jag har skickat din fråga vidare till våra medarbetare. De återkommer till dig.',
    de: 'Was ich dazu finde, ist nicht eindeutig, daher habe ich Ihre Frage an unser Team weitergeleitet. Es wird sich bei Ihnen melden.',
    ar: 'ما وجدته حول هذا الأمر غير واضح، لذا أحلت سؤالك إلى فريقنا، وسيتواصل معك.',
  },
}
