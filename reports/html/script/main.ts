import type { EmbeddedRow } from '../embedded-page.ts';
import { conversationNodes, element, said, sampleAt, settings } from './conversation-nodes.ts';
import { followAddress, linkOf, startFinder } from './finder.ts';

/** Rows that a button adds. */
const ROWS = 100;

// Toggle events do not bubble.
document.addEventListener('toggle', ({ target }) => target instanceof HTMLDetailsElement && opened(target), true);
document.addEventListener('click', ({ target }) => {
	const button = target instanceof Element && target.closest('button');
	if (button) pressed(button);
});
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy], button[data-list]'))
	button.hidden = false;
addEventListener('hashchange', openTarget);
void startFinder().then(openTarget);

function opened(details: HTMLDetailsElement): void {
	if (!details.open) return;
	for (const body of details.querySelectorAll<HTMLElement>(':scope > .body[data-sample]')) void fill(body);
}

function pressed(button: HTMLButtonElement): void {
	const { copy, list } = button.dataset;
	if (copy !== undefined) void copyText(button, document.getElementById(copy));
	else if (list !== undefined) void showMore(button, document.getElementById(list));
}

/** Opens what the address names, and everything around it. */
function openTarget(): void {
	if (followAddress()) return;
	const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
	if (target === null) return;
	const own = target.querySelector('details');
	if (own) own.open = true;
	for (let around = target.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
		around.open = true;
	target.scrollIntoView();
}

async function fill(body: HTMLElement): Promise<void> {
	if (body.dataset.filled !== undefined) return;
	body.dataset.filled = 'yes';
	try {
		const place = Number(body.dataset.sample);
		body.replaceChildren(...conversationNodes(await sampleAt(place)));
		const link = linkOf(place);
		if (link !== undefined) body.append(linkNode(link));
	} catch {
		body.append(element('p', 'facts', settings.labels.broken));
	}
}

function linkNode(href: string): HTMLElement {
	const link = element('a', 'permalink', settings.labels.link);
	link.href = href;
	return element('p', '', link);
}

async function copyText(button: HTMLButtonElement, from: HTMLElement | null): Promise<void> {
	if (from === null) return;
	try {
		await navigator.clipboard.writeText(from.textContent);
		button.textContent = settings.labels.copied;
	} catch {
		getSelection()?.selectAllChildren(from);
	}
}

async function showMore(button: HTMLButtonElement, list: HTMLElement | null): Promise<void> {
	const rest = button.dataset.samples?.split(' ') ?? [];
	for (const index of rest.splice(0, ROWS)) {
		const { row } = await sampleAt(Number(index));
		if (row !== undefined) list?.append(rowNode(row, index));
	}
	button.dataset.samples = rest.join(' ');
	button.hidden = rest.length === 0;
}

function rowNode({ good, title, text }: EmbeddedRow, index: string): HTMLElement {
	const mark =
		good === undefined
			? element('span', 'mark open', '◌')
			: element('span', good ? 'mark good' : 'mark', good ? '●' : '○');
	const summary = element('summary', '', mark, said('span', 'asked', title), said('span', 'outcome', text));
	const body = element('div', 'body');
	body.dataset.sample = index;
	return element('li', '', element('details', 'row plain', summary, body));
}
