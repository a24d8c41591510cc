/** An address as a code to scan. Its encoder is fetched only when a code is wanted. */
import { useEffect, useState } from "preact/hooks";

export function QrCode({ text, label }: { text: string; label: string }) {
    const [code, setCode] = useState<{ size: number; path: string } | undefined>(undefined);
    useEffect(() => {
        let wanted = true;
        void import("qrcode-generator").then(({ default: qrcode }) => {
            const encoder = qrcode(0, "M");
            encoder.addData(text);
            encoder.make();
            const size = encoder.getModuleCount();
            let path = "";
            for (let row = 0; row < size; row += 1) {
                for (let column = 0; column < size; column += 1) {
                    if (encoder.isDark(row, column)) {
                        path += `M${column} ${row}h1v1h-1z`;
                    }
                }
            }
            if (wanted) {
                setCode({ size, path });
            }
        });
        return () => {
            wanted = false;
        };
    }, [text]);
    return (
        <svg
            class="qr"
            role="img"
            aria-label={label}
            viewBox={code === undefined ? "0 0 1 1" : `-4 -4 ${code.size + 8} ${code.size + 8}`}
        >
            {code !== undefined && (
                <>
                    <rect x="-4" y="-4" width={code.size + 8} height={code.size + 8} fill="#fff" />
                    <path d={code.path} fill="#000" shape-rendering="crispEdges" />
                </>
            )}
        </svg>
    );
}
