import type { PageEvent, PageMethod } from '../page-protocol.ts';
import type { ServedFiles } from '../server/page-server.ts';
import type { BrowserFolders } from './profile.ts';

/** What the keeper is to open. Sent once, first. */
export interface OpenMessage {
	readonly type: 'open';
	readonly executable: string;
	readonly folders: BrowserFolders;
	readonly files: ServedFiles;
	readonly html: string;
	/** Hosts beyond 127.0.0.1 that may be reached, such as `huggingface.co` or `*.hf.co`. */
	readonly hosts: readonly string[];
}

/** What gemmark tells the process that owns the browser. When the channel closes, the keeper clears up by itself. */
export type ToKeeper =
	| OpenMessage
	| { readonly type: 'call'; readonly id: number; readonly method: PageMethod; readonly args: readonly unknown[] }
	| { readonly type: 'memory'; readonly id: number }
	| { readonly type: 'close' };

export type FromKeeper =
	| { readonly type: 'opened'; readonly version: string; readonly pid: number }
	| { readonly type: 'failed'; readonly message: string }
	| { readonly type: 'answer'; readonly id: number; readonly value: unknown }
	| { readonly type: 'unanswered'; readonly id: number; readonly message: string }
	| { readonly type: 'event'; readonly event: PageEvent }
	/** Said by the page's console or by an error nobody caught. */
	| { readonly type: 'said'; readonly message: string }
	| { readonly type: 'gone'; readonly message: string };
