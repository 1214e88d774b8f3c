import type { BrowserContext } from 'playwright-core';
import { peakResidentBytes } from '../../supervisor/resident-set.ts';

interface BrowserProcess {
	readonly type: string;
	readonly id: number;
}

/** The browser's main process. */
export async function browserPid(context: BrowserContext): Promise<number> {
	const main = (await processes(context)).find((process) => process.type === 'browser');
	if (main === undefined) throw new Error('the browser does not tell its process');
	return main.id;
}

/**
 * Highest resident sets of the browser's page and GPU processes since they began, added up, in bytes. Undefined where
 * the system does not tell.
 */
export async function pageMemory(context: BrowserContext): Promise<number | undefined> {
	const peaks = (await processes(context))
		.filter((process) => process.type === 'renderer' || process.type === 'GPU')
		.map((process) => peakResidentBytes(process.id))
		.filter((peak) => peak !== undefined);
	return peaks.length === 0 ? undefined : peaks.reduce((sum, peak) => sum + peak, 0);
}

async function processes(context: BrowserContext): Promise<readonly BrowserProcess[]> {
	const session = await context.browser()?.newBrowserCDPSession();
	if (session === undefined) return [];
	try {
		return (await session.send('SystemInfo.getProcessInfo')).processInfo;
	} finally {
		await session.detach();
	}
}
