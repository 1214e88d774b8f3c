import { resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { systemCode } from '../../src/base/read-file.ts';

/** Reports changes of files, also of those that are not there yet. */
export class FileWatch {
	readonly #onChange: () => void;
	readonly #onPolling: (code: string) => void;
	readonly #files = new Set<string>();
	#watcher: FSWatcher;
	#isPolling = false;

	/** `onPolling`: the system has no watchers left, so files are looked at again and again. */
	constructor(onChange: () => void, onPolling: (code: string) => void) {
		this.#onChange = onChange;
		this.#onPolling = onPolling;
		this.#watcher = this.#open('auto');
	}

	/** Also watches these. */
	add(files: readonly string[]): void {
		const added = files.map((file) => resolve(file)).filter((file) => !this.#files.has(file));
		for (const file of added) this.#files.add(file);
		this.#watcher.add(added);
	}

	close(): void {
		void this.#watcher.close();
	}

	#open(backend: 'auto' | 'polling'): FSWatcher {
		return watch([...this.#files], { backend, ignoreInitial: true, pollingInterval: POLL_MS })
			.on('all', this.#onChange)
			.on('error', (error) => {
				if (this.#isPolling) return;
				this.#isPolling = true;
				this.#onPolling(systemCode(error));
				this.close();
				this.#watcher = this.#open('polling');
			});
	}
}

const POLL_MS = 500;
