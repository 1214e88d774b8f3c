// Filters a list of runs when a field changes, and updates it in place, except for the focused part.
const EVERY_MS = 5000;

document.querySelector('.filters')?.addEventListener('change', ({ target }) => {
	if (target instanceof HTMLSelectElement) target.form?.requestSubmit();
});
if (document.querySelector('[data-watched]') !== null) void watch();

async function watch(): Promise<void> {
	for (let there = true; there; ) {
		await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
		if (!document.hidden) there = await look();
	}
}

/** Returns whether updates may follow. A server that is gone may come back. */
async function look(): Promise<boolean> {
	try {
		const response = await fetch(location.href);
		if (!response.ok) return true;
		const now = new DOMParser().parseFromString(await response.text(), 'text/html');
		addRows(now);
		const shown = byData(document, 'live');
		for (const [key, fresh] of byData(now, 'live')) {
			const own = shown.get(key);
			if (own === undefined || own.innerHTML === fresh.innerHTML || own.contains(document.activeElement)) continue;
			own.title = fresh.title;
			own.replaceChildren(...fresh.childNodes);
		}
		return now.querySelector('[data-watched]') !== null;
	} catch {
		return true;
	}
}

/** Adds new runs, each before the one that follows it. */
function addRows(now: Document): void {
	const shown = byData(document, 'row');
	let before: HTMLElement | undefined;
	for (const [id, fresh] of [...byData(now, 'row')].reverse()) {
		const own = shown.get(id);
		if (own === undefined) before?.before(fresh);
		before = own ?? fresh;
	}
}

function byData(page: Document, name: 'live' | 'row'): ReadonlyMap<string, HTMLElement> {
	const all = page.querySelectorAll<HTMLElement>(`[data-${name}]`);
	return new Map(Array.from(all, (element) => [element.dataset[name] ?? '', element]));
}
