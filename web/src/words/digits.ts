/** Numbers in Devanagari digits, and back. */

const zero = 0x0966;

export function devanagari(value: number | string): string {
    return String(value).replace(/[0-9]/g, (digit) => String.fromCharCode(zero + Number(digit)));
}

export function latin(text: string): string {
    return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - zero));
}
