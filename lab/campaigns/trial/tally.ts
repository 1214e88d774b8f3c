/** What a campaign tried, what held and what did not, by kind; a failure carries the seed that repeats it. */
export class Tally {
	readonly #tried = new Map<string, number>();
	readonly #failures: Failure[] = [];

	/** Counts so many tries of a kind; those that fail are listed with {@link failed} as well. */
	tried(kind: string, times = 1): void {
		this.#tried.set(kind, (this.#tried.get(kind) ?? 0) + times);
	}

	failed(kind: string, seed: number, why: string): void {
		this.#failures.push({ kind, seed, why });
	}

	/** Tries once. A text, or whatever is thrown, says why it did not hold. */
	async try(kind: string, seed: number, hold: () => string | undefined | Promise<string | undefined>): Promise<void> {
		this.tried(kind);
		try {
			const why = await hold();
			if (why !== undefined) this.failed(kind, seed, why);
		} catch (thrown) {
			this.failed(kind, seed, thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
		}
	}

	/** Tries, failures and kinds so far. */
	get sums(): { readonly tried: number; readonly failed: number; readonly kinds: number } {
		const tried = [...this.#tried.values()].reduce((sum, count) => sum + count, 0);
		return { tried, failed: this.#failures.length, kinds: this.#tried.size };
	}

	/** A row per kind in Markdown, a row of sums, and below the first failures of each kind with how to repeat them. */
	text(campaign: string): string {
		const kinds = [...this.#tried.keys()];
		const failed = (kind: string): number => this.#failures.filter((failure) => failure.kind === kind).length;
		const rows = [...this.#tried].map(([kind, tried]) => [kind, tried, tried - failed(kind), failed(kind)]);
		const { tried, failed: all } = this.sums;
		const table = [['tried', 'times', 'held', 'FAILED'], ['---', '--:', '--:', '--:'], ...rows];
		return [
			...[...table, ['all', tried, tried - all, all]].map((cells) => `| ${cells.join(' | ')} |`),
			...kinds.flatMap((kind) => this.#shown(campaign, kind)),
		].join('\n');
	}

	#shown(campaign: string, kind: string): readonly string[] {
		return this.#failures
			.filter((failure) => failure.kind === kind)
			.slice(0, SHOWN)
			.map(({ seed, why }) => {
				const line = why.replaceAll(/\s*\n\s*/gu, ' / ').slice(0, WIDTH);
				return `FAILED: ${kind}: ${line}\n  again: npm run campaign -- ${campaign} --seed ${seed} --rounds 1`;
			});
	}
}

interface Failure {
	readonly kind: string;
	readonly seed: number;
	readonly why: string;
}

/** Failures of one kind, and characters of each. */
const SHOWN = 3;
const WIDTH = 600;
