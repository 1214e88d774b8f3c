/** The old names of {@link ./locale.ts}, until no report uses them. */
export { type Lang, type Locale, type Locale as Messages, localeOf, localeOf as messagesOf } from './locale.ts';
