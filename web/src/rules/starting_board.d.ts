declare module "virtual:starting-board" {
    export const startingBoard: import("./shape").StartingBoard;
}
