import { historyLocale } from '../locale/history-locale.ts';
import { type Lang, localeOf } from '../locale/locale.ts';
import { type Problem, problemLocale } from '../locale/problem-locale.ts';
import { coreSaid } from '../page/core-said.ts';
import { html } from '../page/markup.ts';
import { page } from '../page/page.ts';
import { HISTORY_STYLE } from './history-style.ts';

const MESSAGE_CHARS = 1000;

export interface ProblemPage {
	readonly lang: Lang;
	readonly gemmark: string;
	readonly folder: string;
	readonly problem: Problem;
	/** The list of runs. */
	readonly back: string;
}

/** A page in place of one that cannot be shown: what is wrong, what to do, and the way back. */
export function problemPage({ lang, gemmark, folder, problem, back }: ProblemPage): string {
	const words = problemLocale[lang];
	const { title: subject } = historyLocale[lang];
	const [title, todo] = words.say(problem);
	const markup = html`<section id="problem" class="hero" aria-labelledby="problem-title">
<h1 id="problem-title">${title}</h1>
<p class="lead">${todo}${'message' in problem && html` ${coreSaid(problem.message, MESSAGE_CHARS, localeOf(lang))}`}</p>
${problem.kind === 'incomparable' && html`<p><a href="${problem.anyway}">${words.anyway}</a></p>`}
<p><a href="${back}">${words.back}</a></p>
</section>`;
	const sections = [{ id: 'problem', name: title, markup }];
	return page(
		{ title, subject, details: folder, gemmark, sections, style: HISTORY_STYLE, footer: `gemmark ${gemmark}` },
		localeOf(lang),
	);
}
