/** Engines read a megabyte at a time: fewer, larger requests are faster. */
const READ_AHEAD = 8 * 1024 * 1024;

/** What all slices of a file share: the stretch that was fetched last. */
interface SharedReading {
	start: number;
	bytes: ArrayBuffer;
	readonly onRead: (done: number) => void;
}

/**
 * A file on the page server that is fetched stretch by stretch, so that gigabytes of weights are neither copied into
 * the profile nor kept twice in memory. It has the part of Blob that wllama uses.
 */
export class RangedFile {
	readonly size: number;
	readonly #url: string;
	readonly #start: number;
	readonly #shared: SharedReading;

	private constructor(url: string, start: number, size: number, shared: SharedReading) {
		this.#url = url;
		this.#start = start;
		this.size = size;
		this.#shared = shared;
	}

	/** `onRead` hears how far into the file was read. */
	static async open(url: string, onRead: (done: number, total: number) => void): Promise<RangedFile> {
		const response = await fetch(url, { method: 'HEAD' });
		if (!response.ok) throw new Error(`${url}: ${response.status}`);
		const size = Number(response.headers.get('content-length'));
		const shared = { start: 0, bytes: new ArrayBuffer(0), onRead: (done: number) => onRead(done, size) };
		return new RangedFile(url, 0, size, shared);
	}

	slice(from = 0, to: number = this.size): RangedFile {
		const start = Math.min(Math.max(from, 0), this.size);
		const end = Math.min(Math.max(to, start), this.size);
		return new RangedFile(this.#url, this.#start + start, end - start, this.#shared);
	}

	async arrayBuffer(): Promise<ArrayBuffer> {
		if (this.size > READ_AHEAD) return this.#fetch(this.#start, this.size);
		const window = this.#shared;
		const end = this.#start + this.size;
		if (this.#start < window.start || end > window.start + window.bytes.byteLength) {
			window.bytes = await this.#fetch(this.#start, READ_AHEAD);
			window.start = this.#start;
		}
		return window.bytes.slice(this.#start - window.start, end - window.start);
	}

	stream(): ReadableStream<Uint8Array> {
		let at = 0;
		return new ReadableStream({
			pull: async (controller) => {
				if (at >= this.size) return controller.close();
				const chunk = await this.slice(at, at + READ_AHEAD).arrayBuffer();
				at += chunk.byteLength;
				controller.enqueue(new Uint8Array(chunk));
			},
		});
	}

	async #fetch(start: number, length: number): Promise<ArrayBuffer> {
		const response = await fetch(this.#url, { headers: { range: `bytes=${start}-${start + length - 1}` } });
		if (response.status !== 206) throw new Error(`${this.#url}: ${response.status}`);
		const bytes = await response.arrayBuffer();
		this.#shared.onRead(start + bytes.byteLength);
		return bytes;
	}
}
