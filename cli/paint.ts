import { styleText } from 'node:util';

export type Colour = 'green' | 'red' | 'yellow' | 'bold' | 'dim';

/** Text in a colour where the stream is a terminal that has them; NO_COLOR and FORCE_COLOR decide where they are set. */
export function painted(colour: Colour | undefined, text: string, stream: NodeJS.WriteStream = process.stdout): string {
	return colour === undefined ? text : styleText(colour, text, { stream });
}
