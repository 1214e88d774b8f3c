// Filters the results of a comparison by their text, outputs included, and by how they changed.
for (const controls of document.querySelectorAll<HTMLElement>('.flipfilter')) start(controls);

function start(controls: HTMLElement): void {
	const { list = '', count = '' } = controls.dataset;
	const [text, sides] = [controls.querySelector('input'), controls.querySelector('select')];
	const rows = Array.from(document.querySelectorAll<HTMLElement>(`#${list} > li`), (row) => ({
		row,
		side: row.dataset.side ?? '',
		words: folded(row.textContent),
	}));
	const apply = (): void => {
		const wanted = folded(text?.value.trim() ?? '');
		const chosen = sides?.value.split(' ') ?? [];
		for (const { row, side, words } of rows) row.hidden = !chosen.includes(side) || !words.includes(wanted);
		const shown = rows.filter(({ row }) => !row.hidden).length;
		const sentence = count.replace('{shown}', String(shown)).replace('{all}', String(rows.length));
		controls.querySelector('[role=status]')?.replaceChildren(sentence);
	};
	controls.addEventListener('input', apply);
	controls.hidden = false;
	apply();
}

/** Ignores case and Unicode form. */
function folded(text: string): string {
	return text.normalize('NFC').toLowerCase();
}
