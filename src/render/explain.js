// What the explain page can do. tools/gen_explain.py puts this file into the library.
//
// The blocks are in the page already; what the card tells of them is in the JSON of #data, a row a
// block. Text of the explained page only ever becomes text nodes here.
"use strict";

(() => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const main = document.querySelector("main");
    const tools = document.querySelector(".tools");
    const card = document.querySelector("aside");
    const overview = card.firstElementChild; // what the card shows when no block is chosen
    const blocks = [...document.querySelectorAll(".block")];
    const kept = blocks.map((block) => block.classList.contains("keep"));

    let mode = "all"; // or "kept", "dropped"
    let pinned = -1; // the block that has, or had last, the focus
    let shown = -1; // the block on the card
    let matches = []; // blocks that hold what is searched

    // The fields of a row, in the order in which render_explain.c writes them.
    const facts = (index) => {
        const [score, why, votes, kind, flags, element, begin, end, words, linkWords, sentences,
            ...features] = data.blocks[index];
        return { score, why, votes, kind, flags, element, begin, end, words, linkWords, sentences,
            features };
    };

    const indexOf = (node) => {
        const block = node.closest && node.closest(".block");
        return block ? Number(block.id.slice(1)) : -1;
    };

    const make = (name, looks, ...inside) => {
        const element = document.createElement(name);
        if (looks)
            element.className = looks;
        element.append(...inside);
        return element;
    };

    const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
    const format = (value) => (value === undefined ? "\u2013" : numbers.format(value));

    // ---------------------------------------------------------- the card

    // Whether the methods alone, before any filter, keep a block.
    const passes = (votes) => {
        const total = data.methods.length;
        const yes = data.methods.filter((_, at) => votes >> at & 1).length;
        return yes >= { majority: Math.floor(total / 2) + 1, any: 1, all: total }[data.vote];
    };

    const makeVotes = (votes) => make("ul", "votes", ...data.methods.map(([name, summary], at) => {
        const keeps = votes >> at & 1;
        const item = make("li", "", make("span", "", name),
            make("span", keeps ? "keep" : "drop", keeps ? "\u2713 keeps" : "\u2715 drops"));
        item.title = summary;
        return item;
    }));

    const makeCounts = (block) => {
        const list = make("dl", "counts");
        const add = (term, value) => list.append(make("dt", "", term), make("dd", "", value));
        add("words", format(block.words));
        add("of these in links", format(block.linkWords));
        add("sentences", format(block.sentences));
        add("bytes of the source", `${format(block.begin)} to ${format(block.end)}`);
        return list;
    };

    // Features of the block before, of this one and of the one behind it; those that relate two
    // blocks only of this one. What is 0 for all three is named below the table.
    const makeFeatures = (index) => {
        const rows = [index - 1, index, index + 1]
            .map((at) => (at in data.blocks ? facts(at).features : []));
        const body = make("tbody");
        const zeros = [];
        data.features.forEach(([name, summary], at) => {
            const pair = at >= data.pairs;
            const values = rows.map((row, which) => (pair && which !== 1 ? undefined : row[at]));
            if (!values.some(Boolean)) {
                zeros.push(name);
                return;
            }
            const head = make("th", "", make("details", "", make("summary", "", name),
                make("span", "", summary)));
            head.scope = "row";
            body.append(make("tr", "", head, ...values.map((value, which) =>
                make("td", which === 1 ? "this" : "", pair && which !== 1 ? "" : format(value)))));
        });
        const heads = ["feature", "before", "this", "next"].map((word) => make("th", "", word));
        heads.forEach((head) => { head.scope = "col"; });
        const table = make("table", "", make("thead", "", make("tr", "", ...heads)), body);
        return zeros.length === 0 ? [table]
            : [table, make("p", "zeros", `0 for all three: ${zeros.join(", ")}`)];
    };

    const makePath = (element) => {
        const list = make("ol", "path");
        while (element in data.elements) {
            const [parent, label] = data.elements[element];
            const name = label.match(/^[^#.]*/)[0];
            const item = make("li", "", make("b", "", name), label.slice(name.length));
            item.title = label;
            list.prepend(item);
            element = parent;
        }
        return list;
    };

    // ------------------------------------------------------- the letters

    // What the method ngram heard from each character: "letters" has one of A to Q for each, from
    // boilerplate over nothing, I, to content, a quarter of a nat a step.
    const STEP = 0.25;
    const levelsOf = (index) => [...data.letters[index]].map((letter) => letter.charCodeAt(0) - 73);
    const nats = (value) => `${value < 0 ? "\u2212" : "+"}${Math.abs(value).toFixed(2)}`;

    // Colours the letters of one block, or of none, by the side that they spoke for.
    const colourLetters = (index) => {
        if (!data.letters || !window.Highlight)
            return;
        const looks = new Map();
        const text = index < 0 ? null : blocks[index].firstElementChild.firstChild;
        let [at, from, last] = [0, 0, ""];
        const end = () => {
            if (last !== "" && at > from) {
                const range = document.createRange();
                range.setStart(text, from);
                range.setEnd(text, at);
                looks.set(last, (looks.get(last) ?? new Highlight()).add(range));
            }
            from = at;
        };
        const levels = index < 0 ? [] : levelsOf(index);
        let number = 0;
        for (const letter of text ? text.data : "") {
            const level = levels[number++] ?? 0;
            const look = level === 0 ? ""
                : `${level < 0 ? "drop" : "keep"}${Math.ceil(Math.abs(level) / 2)}`;
            if (look !== last)
                end();
            last = look;
            at += letter.length;
        }
        end();
        for (const side of ["keep", "drop"]) {
            for (const size of [1, 2, 3, 4])
                CSS.highlights.set(`${side}${size}`, looks.get(`${side}${size}`) ?? new Highlight());
        }
    };

    // The words that spoke loudest for one side: BY is 1 for content, -1 for boilerplate.
    const loudest = (index, by) => {
        const levels = levelsOf(index);
        const sums = new Map();
        let [word, sum, number] = ["", 0, 0];
        const end = () => {
            if (word !== "")
                sums.set(word, (sums.get(word) ?? 0) + sum);
            [word, sum] = ["", 0];
        };
        for (const letter of blocks[index].firstElementChild.textContent) {
            const level = levels[number++] ?? 0;
            if (/\s/.test(letter)) {
                end();
            } else {
                word += word.length < 40 ? letter : "";
                sum += level * STEP;
            }
        }
        end();
        return [...sums].filter(([, value]) => value * by > 0)
            .sort((a, b) => (b[1] - a[1]) * by).slice(0, 5);
    };

    const pointed = make("dd"); // the letter under the mouse
    const makeLetters = (index) => {
        const sum = levelsOf(index).reduce((a, b) => a + b, 0) * STEP;
        const list = make("dl", "letters", make("dt", "", "all letters"),
            make("dd", sum < 0 ? "drop" : "keep", nats(sum)));
        for (const [by, side, looks] of [[-1, "boilerplate", "drop"], [1, "content", "keep"]]) {
            const words = loudest(index, by);
            if (words.length === 0)
                continue;
            list.append(make("dt", "", `loudest for ${side}`), make("dd", looks,
                ...words.map(([word, value]) => make("span", "", word, make("small", "", nats(value))))));
        }
        pointed.replaceChildren("point at one");
        list.append(make("dt", "", "this letter"), pointed);
        return list;
    };

    const pointAt = (event, index) => {
        const text = blocks[index].firstElementChild.firstChild;
        const caret = document.caretPositionFromPoint
            ? document.caretPositionFromPoint(event.clientX, event.clientY) : null;
        const old = caret || !document.caretRangeFromPoint ? null
            : document.caretRangeFromPoint(event.clientX, event.clientY);
        const [node, offset] = caret ? [caret.offsetNode, caret.offset]
            : old ? [old.startContainer, old.startOffset] : [null, 0];
        if (!text || node !== text)
            return;
        const before = [...text.data.slice(0, offset)];
        const letter = [...text.data.slice(offset, offset + 2)][0];
        const level = data.letters[index].charCodeAt(before.length) - 73;
        if (letter === undefined || Number.isNaN(level))
            return;
        pointed.replaceChildren(before.slice(-7).join(""),
            make("b", level < 0 ? "drop" : level > 0 ? "keep" : "", letter),
            make("small", "", nats(level * STEP)));
    };

    const makeScore = (score) => {
        const scale = make("div", "score", make("i"));
        scale.firstChild.style.left = `${score * 100}%`;
        return scale;
    };

    const close = make("button", "close", "\u2715");
    close.type = "button";
    close.setAttribute("aria-label", "Close");

    const fill = (index) => {
        if (index === shown)
            return;
        shown = index;
        const block = facts(index);
        const [why, sentence] = data.why[block.why];
        const marks = data.flags.filter((_, at) => block.flags >> at & 1);
        const parts = [close,
            make("h2", kept[index] ? "keep" : "drop",
                `${kept[index] ? "\u2713 Kept" : "\u2715 Dropped"}: ${why}`),
            make("p", "place", [`block ${format(index + 1)} of ${format(blocks.length)}`,
                block.kind, ...marks].join(" \u00b7 ")),
            make("p", "reason", sentence)];
        if (passes(block.votes) !== kept[index])
            parts.push(make("p", "reason", `The methods decided otherwise; the filter ` +
                `\u201c${data.filter}\u201d had the last word.`));
        parts.push(
            make("h3", "", `score ${block.score.toFixed(2)} ` +
                "(0: surely boilerplate, 1: surely content)"), makeScore(block.score),
            make("h3", "", data.methods.length > 1 ? `methods, by vote: ${data.vote}` : "method"),
            makeVotes(block.votes),
            ...(data.letters ? [make("h3", "", "what its letters said, in nats"), makeLetters(index)]
                : []),
            make("h3", "", "counts"), makeCounts(block),
            make("h3", "", "features"), ...makeFeatures(index),
            make("h3", "", "elements around it"), makePath(block.element));
        card.replaceChildren(...parts);
        card.scrollTop = 0;
        colourLetters(index);
    };

    // --------------------------------------------------- choosing a block

    // On small screens the card lies over the blocks: moves the chosen one out from under it.
    const uncover = () => {
        if (pinned >= 0 && getComputedStyle(card).position === "fixed"
            && blocks[pinned].getBoundingClientRect().bottom > card.getBoundingClientRect().top)
            blocks[pinned].scrollIntoView({ block: "start" });
    };

    const pin = (index) => {
        if (pinned >= 0)
            blocks[pinned].classList.remove("now");
        blocks.at(pinned < 0 ? 0 : pinned).tabIndex = -1;
        pinned = index;
        blocks[pinned].classList.add("now");
        blocks[pinned].tabIndex = 0;
        card.classList.add("open");
        fill(index);
        draw();
        requestAnimationFrame(uncover);
    };

    const unpin = () => {
        if (pinned >= 0)
            blocks[pinned].classList.remove("now");
        shown = -1;
        colourLetters(-1);
        card.classList.remove("open");
        card.replaceChildren(overview);
        draw();
    };
    close.addEventListener("click", unpin);

    main.addEventListener("focusin", (event) => {
        const index = indexOf(event.target);
        if (index >= 0)
            pin(index);
    });

    // Pointing at a block shows it for the while. A block that scrolls under a mouse at rest does
    // not count.
    let rest = "";
    main.addEventListener("pointermove", (event) => {
        const index = indexOf(event.target);
        const place = `${event.clientX} ${event.clientY}`;
        if (index >= 0 && event.pointerType === "mouse" && place !== rest) {
            fill(index);
            if (data.letters)
                pointAt(event, index);
        }
        rest = place;
    });
    main.addEventListener("pointerleave", () => {
        if (pinned >= 0 && shown >= 0)
            fill(pinned);
    });

    // ------------------------------------------------------ getting about

    const visible = (index) => mode === "all" || kept[index] === (mode === "kept");
    const changes = (index) => index === 0 || kept[index] !== kept[index - 1];
    const any = () => true;

    // The next visible block in direction BY that is WANTED, or -1.
    const seek = (from, by, wanted) => {
        for (let at = from + by; at >= 0 && at < blocks.length; at += by) {
            if (visible(at) && wanted(at))
                return at;
        }
        return -1;
    };
    const go = (index, where) => {
        if (index < 0)
            return;
        blocks[index].focus({ preventScroll: true });
        blocks[index].scrollIntoView({ block: where });
    };
    const nextChange = () => go(seek(pinned, 1, changes), "center");
    const previousChange = () => go(seek(pinned, -1, changes), "center");
    document.getElementById("next").addEventListener("click", nextChange);
    document.getElementById("previous").addEventListener("click", previousChange);

    // Shows all blocks or some, and keeps the one at the top of the view, or the next that is left.
    const setMode = (value) => {
        const top = tools.getBoundingClientRect().bottom;
        const first = blocks.findIndex((block, at) => visible(at)
            && block.getBoundingClientRect().bottom > top);
        mode = value;
        document.body.dataset.show = value;
        const anchor = first < 0 || visible(first) ? first : seek(first, 1, any);
        if (anchor >= 0 && window.scrollY > 0)
            blocks[anchor].scrollIntoView({ block: "start" });
        draw();
    };
    const choices = [...document.querySelectorAll(".show input")];
    choices.forEach((input) => {
        input.addEventListener("change", () => setMode(input.value));
    });

    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target === find)
            return;
        const keys = {
            j: () => go(seek(pinned, 1, any), "nearest"),
            k: () => go(seek(pinned, -1, any), "nearest"),
            n: nextChange,
            p: previousChange,
            1: () => choices[0].click(),
            2: () => choices[1].click(),
            3: () => choices[2].click(),
            "/": () => find.focus(),
            Escape: unpin,
        };
        if (indexOf(event.target) >= 0) {
            keys.ArrowDown = keys.j;
            keys.ArrowUp = keys.k;
        }
        if (Object.hasOwn(keys, event.key)) {
            keys[event.key]();
            event.preventDefault();
        }
    });

    // ------------------------------------------------------------ finding

    const find = document.getElementById("find");
    const found = document.getElementById("found");

    // The node that holds character AT of a text, and where in it: struck out sentences have their own.
    const placeOf = (text, at) => {
        for (const child of text.childNodes) {
            const node = child.firstChild ?? child;
            if (at <= node.length)
                return [node, at];
            at -= node.length;
        }
        return null;
    };

    const search = () => {
        const wanted = find.value.trim().toLowerCase();
        const ranges = [];
        matches.forEach((index) => blocks[index].classList.remove("match"));
        matches = [];
        blocks.forEach((block, index) => {
            const text = block.firstElementChild;
            const at = wanted === "" ? -1 : text.textContent.toLowerCase().indexOf(wanted);
            if (at < 0 && data.why[data.blocks[index][1]][0] !== wanted)
                return;
            matches.push(index);
            block.classList.add("match");
            if (at >= 0 && placeOf(text, at + wanted.length)) {
                const range = document.createRange();
                range.setStart(...placeOf(text, at));
                range.setEnd(...placeOf(text, at + wanted.length));
                ranges.push(range);
            }
        });
        if (window.Highlight) {
            const highlight = new Highlight();
            ranges.forEach((range) => highlight.add(range));
            CSS.highlights.set("found", highlight);
        }
        found.value = wanted === "" ? "" : `${format(matches.length)} found`;
        draw();
    };

    const goToMatch = (by) => {
        const candidates = matches.filter(visible);
        if (by < 0)
            candidates.reverse();
        const target = candidates.find((index) => (index - pinned) * by > 0) ?? candidates[0];
        if (target === undefined)
            return;
        blocks[target].scrollIntoView({ block: "center" });
        pin(target);
        found.value = `${format(matches.indexOf(target) + 1)} of ${format(matches.length)}`;
    };

    find.addEventListener("input", search);
    find.addEventListener("keydown", (event) => {
        if (event.key === "Enter")
            goToMatch(event.shiftKey ? -1 : 1);
        else if (event.key === "Escape" && pinned >= 0)
            blocks[pinned].focus();
    });
    overview.addEventListener("click", (event) => {
        if (event.target.localName !== "button")
            return;
        find.value = event.target.textContent;
        search();
        goToMatch(1);
    });

    // ------------------------------------------------------------ the map

    // All blocks as one strip, each as wide as its words: kept ones stand on the line, dropped ones
    // hang from it. Where they are thinner than a pixel, kept ones are painted last and stay seen.
    const map = document.getElementById("map");
    const starts = [0];
    data.blocks.forEach((_, index) => starts.push(starts[index] + facts(index).words + 3));
    const total = starts[blocks.length];

    const paint = () => {
        const scale = window.devicePixelRatio || 1;
        const [width, height] = [map.clientWidth, map.clientHeight];
        const line = Math.round(height * 0.6);
        const style = getComputedStyle(document.documentElement);
        const pen = map.getContext("2d");
        map.width = width * scale;
        map.height = height * scale;
        pen.scale(scale, scale);
        const slice = (index, top, tall) => {
            const left = starts[index] / total * width;
            const wide = starts[index + 1] / total * width - left;
            pen.fillRect(left, top, Math.max(wide > 3 ? wide - 1 : wide, 0.5), tall);
        };
        for (const keep of [false, true]) {
            pen.fillStyle = style.getPropertyValue(keep ? "--keep" : "--drop");
            blocks.forEach((_, index) => {
                if (kept[index] !== keep)
                    return;
                const score = data.blocks[index][0];
                pen.globalAlpha = (visible(index) ? 1 : 0.25)
                    * (0.45 + 0.55 * (keep ? score : 1 - score));
                slice(index, keep ? 4 : line + 1, keep ? line - 4 : height - line - 5);
            });
        }
        pen.globalAlpha = 1;
        pen.fillStyle = style.getPropertyValue("--line");
        pen.fillRect(0, line, width, 1);
        pen.fillStyle = style.getPropertyValue("--accent");
        matches.forEach((index) => slice(index, 0, 3));
        if (shown >= 0 && pinned >= 0)
            slice(pinned, height - 3, 3);
    };

    let waiting = false;
    function draw() {
        if (!waiting)
            requestAnimationFrame(() => {
                waiting = false;
                paint();
            });
        waiting = true;
    }

    map.addEventListener("click", (event) => {
        const at = event.offsetX / map.clientWidth * total;
        const index = starts.findIndex((start) => start > at) - 1;
        if (index >= 0)
            go(visible(index) ? index : seek(index, 1, any), "center");
    });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    new ResizeObserver(() => {
        document.documentElement.style.setProperty("--bar", `${tools.offsetHeight + 8}px`);
        draw();
    }).observe(tools);

    // --------------------------------------------------------- to begin with

    const remembered = choices.find((input) => input.checked); // browsers do, on reload
    if (remembered.value !== mode)
        setMode(remembered.value);
    if (blocks.length > 0) {
        blocks[0].tabIndex = 0;
        const named = document.getElementById(location.hash.slice(1));
        if (named && indexOf(named) >= 0)
            go(indexOf(named), "center");
    }
})();
