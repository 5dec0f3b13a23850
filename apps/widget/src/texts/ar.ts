import type { Texts } from './texts.ts'

const sourceForms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'مصدر واحد', two: 'مصدران' }

export const texts: Texts = {
  language: 'ar',
  title: 'تحدّث معنا',
  subtitle: 'نردّ عادةً على الفور',
  greeting: 'أهلًا بك! كيف يمكننا مساعدتك؟',
  greetingMore: 'ستصلك الإجابة فورًا، وإذا فضّلت التحدّث مع أحد أفراد فريقنا فنحن هنا.',
  suggestions: [],
  placeholder: 'اكتب رسالتك…',
  send: 'إرسال',
  close: 'إغلاق المحادثة',
  back: 'رجوع',
  more: 'المزيد',
  previousConversations: 'محادثاتك',
  talkToPerson: 'التحدّث مع موظف',
  aiNotice: 'قد تخطئ إجابات الذكاء الاصطناعي',
  aiName: 'المساعد الذكي',
  you: 'أنت',
  team: 'فريقنا',
  conversation: 'المحادثة',
  newMessages: 'رسائل جديدة',
  sending: 'جارٍ الإرسال…',
  stillLooking: 'ما زلت أبحث…',
  stop: 'إيقاف',
  answerFailed: 'عذرًا، حدث خطأ ما.',
  offline: 'أنت غير متصل بالإنترنت. ستُرسَل رسائلك فور عودة الاتصال.',
  connecting: 'جارٍ الاتصال…',
  unreachable: 'يتعذّر الوصول إلى المحادثة حاليًا.',
  refused: 'المحادثة غير متاحة هنا حاليًا.',
  waiting: 'سيتولّى أحد زملائنا المحادثة. يمكنك الانتظار هنا أو العودة لاحقًا.',
  waitingUntil: (time) => `سيتولّى أحد زملائنا المحادثة ${time}. يمكنك الانتظار هنا أو العودة لاحقًا.`,
  withPerson: (name) => `أنت تتحدّث مع ${name}`,
  somebodyIsWriting: (name) => (name ? `${name} يكتب الآن…` : 'هناك من يكتب الآن…'),
  closedHours: (opensAt) =>
    opensAt ? `يعود فريقنا ${opensAt}. المساعد الذكي يجيبك الآن.` : 'فريقنا غير متاح حاليًا. المساعد الذكي يجيبك الآن.',
  tooMany: 'وصلتنا رسائل كثيرة دفعةً واحدة. ستُرسَل رسالتك بعد لحظات.',
  sources: (count) => {
    const rule = new Intl.PluralRules('ar').select(count)
    return sourceForms[rule] ?? `${count} ${rule === 'few' ? 'مصادر' : 'مصدرًا'}`
  },
  source: 'المصدر',
  resolved: 'حُلّت هذه المحادثة. اكتب رسالة لفتحها من جديد.',
  closed: 'أُغلقت هذه المحادثة. اكتب رسالة لفتحها من جديد.',
  attach: 'إرفاق ملف',
  messageTooLong: 'الحدّ الأقصى للرسالة هو 4000 حرف.',
  announceNew: (who, text) => `${who}: ${text}`,
}
