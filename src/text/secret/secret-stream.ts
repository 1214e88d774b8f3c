import { unfinishedSecret, withoutSecrets } from './secret.ts';

/** An item of a stream with its text as it may be shown, as long as it was. */
export interface ShownItem<Item> {
	readonly item: Item;
	readonly text: string;
}

/**
 * Masks secrets in a stream whose pieces cut them anywhere. A piece is held as long as what follows could make a secret of
 * its end; without secrets each goes through at once.
 */
export class SecretStream<Item> {
	readonly #held: { readonly item: Item; readonly text: string; shown: string }[] = [];

	/** Takes an item with its text, which may be none; returns what may be shown now, in order. */
	push(item: Item, text: string): readonly ShownItem<Item>[] {
		this.#held.push({ item, text, shown: text });
		const joined = this.#held.map((held) => held.text).join('');
		const masked = withoutSecrets(joined);
		let at = 0;
		for (const held of this.#held) {
			// Text that stood before may have been let out, and with it the beginning of what is masked here.
			held.shown = maskedInEither(held, masked.slice(at, at + held.text.length));
			at += held.text.length;
		}
		return this.#letOut(joined.length - unfinishedSecret(joined));
	}

	/** All that is held: nothing follows. */
	flush(): readonly ShownItem<Item>[] {
		return this.#letOut(Number.POSITIVE_INFINITY);
	}

	#letOut(chars: number): readonly ShownItem<Item>[] {
		let end = 0;
		const stays = this.#held.findIndex(({ text }) => {
			end += text.length;
			return end > chars;
		});
		return this.#held
			.splice(0, stays === -1 ? this.#held.length : stays)
			.map(({ item, shown }) => ({ item, text: shown }));
	}
}

function maskedInEither({ text, shown }: { readonly text: string; readonly shown: string }, masked: string): string {
	let either = '';
	for (let at = 0; at < text.length; at += 1) either += shown[at] === text[at] ? masked[at] : shown[at];
	return either;
}
