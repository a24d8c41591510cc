/** The board without pieces: frame, grain, carving, lines and points, drawn from the board's description. */
import { memo } from "preact/compat";
import type { BoardShape } from "../rules/game";
import { type Geometry, margin, spacing } from "./geometry";

/** Grain of wood: wavering lines across the face, the same ones every time. */
function grain(width: number, height: number): string[] {
    let seed = 7;
    const random = (): number => {
        seed = (seed * 16807) % 2147483647;
        return seed / 2147483647;
    };
    const paths: string[] = [];
    for (let y = 8; y < height; y += 9 + random() * 14) {
        let path = `M0 ${y.toFixed(1)}`;
        for (let x = 0; x < width; x += width / 4) {
            const drift = (random() - 0.5) * 16;
            path += ` q${(width / 8).toFixed(1)} ${drift.toFixed(1)} ${(width / 4).toFixed(1)} ${(drift / 3).toFixed(1)}`;
        }
        paths.push(path);
    }
    return paths;
}

/** The petals of a lotus around 0, 0. */
function petals(count: number, inner: number, outer: number, half: number): string {
    let path = "";
    for (let index = 0; index < count; index += 1) {
        const angle = ((index + 0.5) * 2 * Math.PI) / count;
        const at = (radius: number, turn: number): string =>
            `${(radius * Math.cos(angle + turn)).toFixed(1)} ${(radius * Math.sin(angle + turn)).toFixed(1)}`;
        const middle = (inner + outer) / 2;
        path += `M${at(inner, 0)} Q${at(middle, -half)} ${at(outer, 0)} Q${at(middle, half)} ${at(inner, 0)} Z `;
    }
    return path;
}

/** A carved border: a row of petals along each side of the frame. */
function border(width: number, height: number): string {
    const inset = 25;
    const step = 21;
    const count = Math.round((width - 2 * inset - 28) / step);
    const pitch = (width - 2 * inset - 28) / count;
    let path = "";
    const row = (x: number, y: number, dx: number, dy: number): void => {
        for (let index = 0; index < count; index += 1) {
            const left = x + dx * pitch * index;
            const top = y + dy * pitch * index;
            const over = 9;
            const middleX = left + (dx * pitch) / 2;
            const middleY = top + (dy * pitch) / 2;
            path +=
                `M${left.toFixed(1)} ${top.toFixed(1)} ` +
                `Q${(middleX - dy * over).toFixed(1)} ${(middleY - dx * over).toFixed(1)} ${(left + dx * pitch).toFixed(1)} ${(top + dy * pitch).toFixed(1)} ` +
                `Q${(middleX + dy * over).toFixed(1)} ${(middleY + dx * over).toFixed(1)} ${left.toFixed(1)} ${top.toFixed(1)} Z `;
        }
    };
    row(inset + 14, inset, 1, 0);
    row(inset + 14, height - inset, 1, 0);
    row(inset, inset + 14, 0, 1);
    row(width - inset, inset + 14, 0, 1);
    return path;
}

interface GroundProps {
    shape: BoardShape;
    geometry: Geometry;
    turned: boolean;
    coordinates: boolean;
}

function DrawnGround({ shape, geometry, turned, coordinates }: GroundProps) {
    const { width, height } = geometry;
    const face = 40;
    const crossings = shape.points.filter((point) => {
        const lines = shape.lines.filter((line) => line.includes(point.index));
        return lines.length >= 4;
    });
    const files = Array.from({ length: shape.files }, (_, index) => index);
    const ranks = Array.from({ length: shape.ranks }, (_, index) => index);
    const line = (points: readonly number[]) => {
        const first = points[0] as number;
        const last = points[points.length - 1] as number;
        return { x1: geometry.x(first), y1: geometry.y(first), x2: geometry.x(last), y2: geometry.y(last) };
    };
    const corners = [
        `translate(0 0)`,
        `translate(${width} 0) scale(-1 1)`,
        `translate(0 ${height}) scale(1 -1)`,
        `translate(${width} ${height}) scale(-1 -1)`,
    ];
    return (
        <g class="ground">
            <rect class="frame" x="2" y="2" width={width - 4} height={height - 4} rx="20" />
            <rect class="frame-edge" x="9" y="9" width={width - 18} height={height - 18} rx="14" />
            <path class="carving" d={border(width, height)} />
            <rect class="face" x={face} y={face} width={width - 2 * face} height={height - 2 * face} rx="5" />
            <svg x={face} y={face} width={width - 2 * face} height={height - 2 * face}>
                <g class="grain">
                    {grain(width - 2 * face, height - 2 * face).map((path) => (
                        <path key={path} d={path} />
                    ))}
                </g>
            </svg>
            <rect class="face-edge" x={face} y={face} width={width - 2 * face} height={height - 2 * face} rx="5" />
            {corners.map((transform) => (
                <g class="mount" key={transform} transform={transform}>
                    <path d="M4 24 C4 10 10 4 24 4 L58 4 C52 10 50 14 42 16 C34 18 30 20 27 27 C20 30 18 34 16 42 C14 50 10 52 4 58 Z" />
                    <circle cx="18" cy="18" r="3.5" />
                </g>
            ))}
            {crossings.map((point) => (
                <path
                    class="lotus"
                    key={point.index}
                    transform={`translate(${geometry.x(point.index)} ${geometry.y(point.index)})`}
                    d={
                        point.neighbours !== 0 && isMiddle(shape, point.index)
                            ? petals(16, 22, 49, 0.17) + petals(8, 10, 34, 0.34)
                            : petals(8, 10, 29, 0.33)
                    }
                />
            ))}
            <g class="groove">
                {shape.lines.map((points) => (
                    <line key={points.join()} {...line(points)} />
                ))}
            </g>
            <g class="inlay">
                {shape.lines.map((points) => (
                    <line key={points.join()} {...line(points)} />
                ))}
            </g>
            {shape.points.map((point) => (
                <circle
                    class="stud"
                    key={point.index}
                    cx={geometry.x(point.index)}
                    cy={geometry.y(point.index)}
                    r="7"
                />
            ))}
            {coordinates && (
                <g class="coordinates">
                    {files.map((file) => (
                        <text
                            key={file}
                            x={margin + spacing * (turned ? shape.files - 1 - file : file)}
                            y={height - 20}
                        >
                            {String.fromCharCode(97 + file)}
                        </text>
                    ))}
                    {ranks.map((rank) => (
                        <text key={rank} x={25} y={margin + spacing * (turned ? rank : shape.ranks - 1 - rank) + 5}>
                            {rank + 1}
                        </text>
                    ))}
                </g>
            )}
        </g>
    );
}

function isMiddle(shape: BoardShape, point: number): boolean {
    const place = shape.points[point];
    return place !== undefined && 2 * place.file === shape.files - 1 && 2 * place.rank === shape.ranks - 1;
}

export const Ground = memo(DrawnGround);
