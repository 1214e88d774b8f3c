import { html, type Markup, said } from '../../reports/html/markup.ts';
import { page } from '../../reports/html/page.ts';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { placeOf } from '../../run/results/labels-file.ts';
import { packageVersion } from '../../src/base/read-file.ts';
import { MAX_WHO } from '../../src/eval/scoring/labels.ts';
import type { Answer } from '../view/rows.ts';
import { startViewServer } from '../view/view.ts';
import type { Asking, LabelQuestion } from './questions.ts';

/** `gemmark label --web`: a page for each question, on this machine only, until all are answered or the signal aborts. */
export async function askInBrowser({ who, lang, questions }: Asking, signal: AbortSignal): Promise<void> {
	const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
	signal.addEventListener('abort', end);
	let asking = who === undefined ? undefined : questions(who);
	let step = asking?.next();
	const shown = async (): Promise<Answer> => labelPage(await step, lang);
	const post = async (form: URLSearchParams): Promise<Answer | undefined> => {
		const current = step;
		if (asking === undefined) {
			const name = form.get('who')?.trim() ?? '';
			if (name === '' || name.length > MAX_WHO) return undefined;
			asking = questions(name);
			step = asking.next();
		} else {
			const shownStep = await current;
			// What was answered already, in another tab or after a step back, is no answer to the next question.
			const isShown = shownStep?.done === false && placeOf(shownStep.value.item) === form.get('place');
			if (!isShown || current !== step) return undefined;
			const answer = form.get('answer');
			if (answer === 'quit') step = asking.return([]);
			else step = asking.next(answer === 'skip' ? undefined : answer === 'yes');
		}
		return (await step).done === true ? { ...(await shown()), sent: () => end(undefined) } : undefined;
	};
	const server = await startViewServer(shown, 0, post);
	process.stdout.write(`${server.url}\n`);
	await ended;
	await server.close();
	await asking?.return([]);
}

/** Asks for a name without a step, and says after the last one that all is saved. */
function labelPage(step: IteratorResult<LabelQuestion, readonly string[]> | undefined, lang: Asking['lang']): Answer {
	const locale = localeOf(lang);
	const { label: words } = locale;
	const stands = (lines: readonly string[]): readonly Markup[] =>
		lines.map((line) => html`<p class="muted">${line}</p>`);
	const buttons = (['yes', 'no', 'skip', 'quit'] as const).map(
		(answer) => html`<button name="answer" value="${answer}" accesskey="${answer[0]}">${words[answer]}</button> `,
	);
	const content =
		step === undefined
			? html`<label>${words.name} <input name="who" required maxlength="${MAX_WHO}" autofocus></label> <button>${words.next}</button>`
			: step.done === true
				? html`${stands(step.value)}<p>${words.ended}</p>`
				: html`${stands(step.value.stands)}<p class="muted">${words.left(step.value.left)}</p>
${said('p', step.value.item.input, 'lead')}<p class="muted">${words.said}</p><h1 id="label-title">${said('bdi', step.value.item.prefix)}</h1>
<input type="hidden" name="place" value="${placeOf(step.value.item)}"><p>${buttons}</p>`;
	const markup = html`<section id="label" class="hero"><form method="post">${content}</form></section>`;
	const gemmark = packageVersion();
	const name = words.question.split('?')[0] ?? '';
	return {
		type: 'text/html; charset=utf-8',
		policy: "frame-ancestors 'none'",
		content: page(
			{
				title: name,
				subject: 'gemmark label',
				details: '',
				gemmark,
				sections: [{ id: 'label', name, markup }],
				served: true,
				style: '#label form > * { margin: 0 0 1rem; }',
				footer: `gemmark ${gemmark}`,
			},
			locale,
		),
	};
}
