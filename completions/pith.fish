# Completion of pith for fish; tools/gen_completions.py writes it.

# The verb of the command line, with the verb of that: 'train auto'.
function __pith_verb
    set -l words (commandline -opc)
    set -l verb extract
    if set -q words[2]; and contains -- $words[2] extract batch strip perplexity eval analyze train methods models help version
        set verb $words[2]
        if set -q words[3]; and contains -- "$verb $words[3]" 'train auto' 'train density' 'train kind' 'train ngram' 'train perplexity' 'models dump' 'models load'
            set verb "$verb $words[3]"
        end
    end
    echo $verb
end

function __pith_is
    test (__pith_verb) = "$argv"
end

function __pith_words
    test (count (commandline -opc)) -eq $argv
end

complete -c pith -n '__pith_words 1' -a extract -d 'print the main content of pages (the default)'
complete -c pith -n '__pith_words 1' -a batch -d 'process many pages at once: folders or JSON lines'
complete -c pith -n '__pith_words 1' -a strip -d 'remove the tags and keep all of the text'
complete -c pith -n '__pith_words 1' -a perplexity -d 'score text with a language model'
complete -c pith -n '__pith_words 1' -a eval -d 'measure methods on labelled pages'
complete -c pith -n '__pith_words 1' -a analyze -d 'report what labelled pages look like, with charts'
complete -c pith -n '__pith_words 1' -a train -d 'train a model on labelled pages'
complete -c pith -n '__pith_words 1' -a methods -d 'list the methods and their options'
complete -c pith -n '__pith_words 1' -a models -d 'list built-in models; convert n-gram models to text'
complete -c pith -n '__pith_words 1' -a help -d 'show this page, or the help of a verb: pith help VERB'
complete -c pith -n '__pith_words 1' -a version -d 'show the version and facts about the build'
complete -c pith -n '__pith_words 1' -s V -l version -d 'show the version'
complete -c pith -s h -l help -d 'show help'
complete -c pith -n '__pith_is help' -f -a 'extract batch strip perplexity eval analyze train methods models help version'
complete -c pith -n '__pith_is methods' -f -a 'all density words minwords bte auto ngram perplexity'
complete -c pith -n '__pith_is version' -f
complete -c pith -n '__pith_is train; and __pith_words 2' -f -a auto
complete -c pith -n '__pith_is train; and __pith_words 2' -f -a density
complete -c pith -n '__pith_is train; and __pith_words 2' -f -a kind
complete -c pith -n '__pith_is train; and __pith_words 2' -f -a ngram
complete -c pith -n '__pith_is train; and __pith_words 2' -f -a perplexity
complete -c pith -n '__pith_is models; and __pith_words 2' -f -a dump
complete -c pith -n '__pith_is models; and __pith_words 2' -f -a load
complete -c pith -n '__pith_is extract' -l format -s f -x -a 'text markdown html json cleaneval' -d 'text (default), markdown, html, json, cleaneval'
complete -c pith -n '__pith_is extract' -l method -s m -x -a 'all density words minwords bte auto ngram perplexity' -d 'auto (default), words, ...; see: pith methods'
complete -c pith -n '__pith_is extract' -l model -r -F -d 'use a model written by pith train'
complete -c pith -n '__pith_is extract' -l precision -d 'method auto: keep less, with fewer errors'
complete -c pith -n '__pith_is extract' -l recall -d 'method auto: keep more, and miss less'
complete -c pith -n '__pith_is extract' -l vote -x -a 'majority any all' -d 'with several methods: majority (default), any, all'
complete -c pith -n '__pith_is extract' -l filter -x -a 'none largest main' -d 'largest (keep the largest run) or main (for news)'
complete -c pith -n '__pith_is extract' -l comment-words -r -F
complete -c pith -n '__pith_is extract' -l links -d 'keep the targets of links (markdown, html)'
complete -c pith -n '__pith_is extract' -l images -d 'keep images (markdown, html)'
complete -c pith -n '__pith_is extract' -l metadata -d 'add title, author, date ...; json always has them'
complete -c pith -n '__pith_is extract' -l url -x -d 'address of the page, to resolve relative links'
complete -c pith -n '__pith_is extract' -l explain -d 'write an HTML page: all blocks, kept or not, and why'
complete -c pith -n '__pith_is extract' -l output -s o -r -F -d 'write to FILE; it appears only once it is complete'
complete -c pith -n '__pith_is extract' -l charset -x -a 'utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-jp euc-kr gb18030 big5 utf-16le' -d 'encoding given in the HTTP header'
complete -c pith -n '__pith_is extract' -l text -d 'the input is plain text, not HTML'
complete -c pith -n '__pith_is extract' -l max-input -x
complete -c pith -n '__pith_is extract' -l max-depth -x
complete -c pith -n '__pith_is extract' -l max-nodes -x
complete -c pith -n '__pith_is extract' -l deadline -x
complete -c pith -n '__pith_is extract' -l strict -d 'exit with 3 if any page is empty or partial'
complete -c pith -n '__pith_is extract' -l beta -x
complete -c pith -n '__pith_is extract' -l bias -x
complete -c pith -n '__pith_is extract' -l rules -x -a 'chars forms bars copyright links all none'
complete -c pith -n '__pith_is extract' -l short-alone
complete -c pith -n '__pith_is extract' -l limit -x
complete -c pith -n '__pith_is extract' -l mark
complete -c pith -n '__pith_is extract' -l per -x -a 'sentence block line'
complete -c pith -n '__pith_is extract' -l combine -x -a 'default alone words'
complete -c pith -n '__pith_is extract' -l lang -x
complete -c pith -n '__pith_is batch' -l jsonl -d 'read JSON lines'
complete -c pith -n '__pith_is batch' -l into -x -a '(__fish_complete_directories)' -d 'write one file per page, in the same tree in FOLDER'
complete -c pith -n '__pith_is batch' -l resume -d 'skip pages whose output file exists'
complete -c pith -n '__pith_is batch' -l no-sync
complete -c pith -n '__pith_is batch' -l threads -s T -x -d 'number of threads; default: one per processor'
complete -c pith -n '__pith_is batch' -l max-line -x
complete -c pith -n '__pith_is batch' -l max-waiting -x
complete -c pith -n '__pith_is batch' -l format -s f -x -a 'text markdown html json cleaneval' -d 'text (default), markdown, html, json, cleaneval'
complete -c pith -n '__pith_is batch' -l method -s m -x -a 'all density words minwords bte auto ngram perplexity' -d 'auto (default), words, ...; see: pith methods'
complete -c pith -n '__pith_is batch' -l model -r -F -d 'use a model written by pith train'
complete -c pith -n '__pith_is batch' -l precision -d 'method auto: keep less, with fewer errors'
complete -c pith -n '__pith_is batch' -l recall -d 'method auto: keep more, and miss less'
complete -c pith -n '__pith_is batch' -l vote -x -a 'majority any all' -d 'with several methods: majority (default), any, all'
complete -c pith -n '__pith_is batch' -l filter -x -a 'none largest main' -d 'largest (keep the largest run) or main (for news)'
complete -c pith -n '__pith_is batch' -l comment-words -r -F
complete -c pith -n '__pith_is batch' -l links -d 'keep the targets of links (markdown, html)'
complete -c pith -n '__pith_is batch' -l images -d 'keep images (markdown, html)'
complete -c pith -n '__pith_is batch' -l metadata -d 'add title, author, date ...; json always has them'
complete -c pith -n '__pith_is batch' -l output -s o -r -F -d 'write to FILE; it appears only once it is complete'
complete -c pith -n '__pith_is batch' -l charset -x -a 'utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-jp euc-kr gb18030 big5 utf-16le' -d 'encoding given in the HTTP header'
complete -c pith -n '__pith_is batch' -l text -d 'the input is plain text, not HTML'
complete -c pith -n '__pith_is batch' -l max-input -x
complete -c pith -n '__pith_is batch' -l max-depth -x
complete -c pith -n '__pith_is batch' -l max-nodes -x
complete -c pith -n '__pith_is batch' -l deadline -x
complete -c pith -n '__pith_is batch' -l strict -d 'exit with 3 if any page is empty or partial'
complete -c pith -n '__pith_is batch' -l beta -x
complete -c pith -n '__pith_is batch' -l bias -x
complete -c pith -n '__pith_is batch' -l rules -x -a 'chars forms bars copyright links all none'
complete -c pith -n '__pith_is batch' -l short-alone
complete -c pith -n '__pith_is batch' -l limit -x
complete -c pith -n '__pith_is batch' -l mark
complete -c pith -n '__pith_is batch' -l per -x -a 'sentence block line'
complete -c pith -n '__pith_is batch' -l combine -x -a 'default alone words'
complete -c pith -n '__pith_is batch' -l lang -x
complete -c pith -n '__pith_is strip' -l output -s o -r -F -d 'write to FILE; it appears only once it is complete'
complete -c pith -n '__pith_is strip' -l charset -x -a 'utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-jp euc-kr gb18030 big5 utf-16le' -d 'encoding given in the HTTP header'
complete -c pith -n '__pith_is strip' -l text -d 'the input is plain text, not HTML'
complete -c pith -n '__pith_is strip' -l max-input -x
complete -c pith -n '__pith_is strip' -l max-depth -x
complete -c pith -n '__pith_is strip' -l max-nodes -x
complete -c pith -n '__pith_is strip' -l deadline -x
complete -c pith -n '__pith_is strip' -l strict -d 'exit with 3 if any page is empty or partial'
complete -c pith -n '__pith_is perplexity' -l per -x -a 'sentence block line' -d 'sentence (default), line, or block (a paragraph)'
complete -c pith -n '__pith_is perplexity' -l limit -x -d 'print only what is above N, which -m perplexity drops'
complete -c pith -n '__pith_is perplexity' -l sweep -d 'print the share kept by limits from 1K to 14K'
complete -c pith -n '__pith_is perplexity' -l json -d 'one JSON object per sentence; with --sweep an array'
complete -c pith -n '__pith_is perplexity' -l csv -d 'write --sweep as rows limit,sentences,words,bytes'
complete -c pith -n '__pith_is perplexity' -l lang -x -d 'language of the built-in model; default en'
complete -c pith -n '__pith_is perplexity' -l model -r -F -d 'use a model written by pith train perplexity'
complete -c pith -n '__pith_is perplexity' -l text -d 'all arguments are text, not files'
complete -c pith -n '__pith_is perplexity' -l charset -x -a 'utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-jp euc-kr gb18030 big5 utf-16le' -d 'encoding of the input, if known'
complete -c pith -n '__pith_is perplexity' -l max-input -x
complete -c pith -n '__pith_is perplexity' -l output -s o -r -F -d 'write to FILE; it appears only once it is complete'
complete -c pith -n '__pith_is eval' -l method -s m -x -a 'all density words minwords bte auto ngram perplexity' -d 'such as words,density; a+b votes, a:main filters'
complete -c pith -n '__pith_is eval' -l pred -r -F -d 'output of another program: {"id", "text"} lines'
complete -c pith -n '__pith_is eval' -l data -r -F -d 'a labelled set; --data can be omitted'
complete -c pith -n '__pith_is eval' -l measures -x -a 'all wordf1 shingle bow align ncleaner editsim snippets rougeLsum segments block block4 blockset' -d 'wordf1,shingle,bow,snippets (default), ...; or all'
complete -c pith -n '__pith_is eval' -l where -x -d 'only pages with this value of F; also F!=VALUE'
complete -c pith -n '__pith_is eval' -l by -x -d 'also by the values of a field, such as page_type'
complete -c pith -n '__pith_is eval' -l against -x -d 'baseline of the comparison; of two, the second'
complete -c pith -n '__pith_is eval' -l csv -d 'write rows of set,method,measure,group,value'
complete -c pith -n '__pith_is eval' -l json -d 'write one JSON object'
complete -c pith -n '__pith_is eval' -l labels -d 'only write the blocks\' true labels, as JSON lines'
complete -c pith -n '__pith_is eval' -l trec -d 'evaluate rankings in TREC\'s formats instead'
complete -c pith -n '__pith_is eval' -l qrels -r -F
complete -c pith -n '__pith_is eval' -l model -r -F -d 'use a model written by pith train'
complete -c pith -n '__pith_is eval' -l precision -d 'method auto: keep less, with fewer errors'
complete -c pith -n '__pith_is eval' -l recall -d 'method auto: keep more, and miss less'
complete -c pith -n '__pith_is eval' -l vote -x -a 'majority any all' -d 'vote of a+b: majority (default), any, all'
complete -c pith -n '__pith_is eval' -l as -x -a 'html text'
complete -c pith -n '__pith_is eval' -l tokens -x -a 'word cjk' -d 'word (default); cjk: CJK characters are words'
complete -c pith -n '__pith_is eval' -l bootstrap -x -d 'resamples for the intervals; default 1000; 0: none'
complete -c pith -n '__pith_is eval' -l seed -x
complete -c pith -n '__pith_is eval' -l threads -s T -x -d 'number of threads; default: one per processor'
complete -c pith -n '__pith_is eval' -l output -s o -r -F -d 'write to FILE; it appears only once it is complete'
complete -c pith -n '__pith_is eval' -l beta -x
complete -c pith -n '__pith_is eval' -l bias -x
complete -c pith -n '__pith_is eval' -l rules -x -a 'chars forms bars copyright links all none'
complete -c pith -n '__pith_is eval' -l short-alone
complete -c pith -n '__pith_is eval' -l limit -x
complete -c pith -n '__pith_is eval' -l mark
complete -c pith -n '__pith_is eval' -l per -x -a 'sentence block line'
complete -c pith -n '__pith_is eval' -l combine -x -a 'default alone words'
complete -c pith -n '__pith_is eval' -l lang -x
complete -c pith -n '__pith_is analyze' -l data -r -F -d 'labelled pages'
complete -c pith -n '__pith_is analyze' -l where -x -d 'only pages with this value of F; also F!=VALUE'
complete -c pith -n '__pith_is analyze' -l output -s o -x -a '(__fish_complete_directories)' -d 'write charts (SVG) to this folder'
complete -c pith -n '__pith_is analyze' -l json -d 'write the report as JSON'
complete -c pith -n '__pith_is train' -l data -s d -r -F -d 'labelled pages'
complete -c pith -n '__pith_is train' -l where -x -d 'only pages with this value; also FIELD!=VALUE'
complete -c pith -n '__pith_is train' -l classes -x -a '2 4' -d '2 (default), or 4: with headlines, supplemental text'
complete -c pith -n '__pith_is train' -l features -x -d 'names and groups, such as words,links,curr_tagP'
complete -c pith -n '__pith_is train' -l algorithm -x -a 'tree 1r svm' -d 'tree (C4.5, default), 1r, svm (linear, no model)'
complete -c pith -n '__pith_is train' -l count -x -a 'words blocks' -d 'train on words (default) or on blocks'
complete -c pith -n '__pith_is train' -l weigh -x -d 'words of this class count N times: headline=1.5'
complete -c pith -n '__pith_is train' -l min-leaf -x -d 'fewest words of a leaf, or a 1r bucket; default 1000'
complete -c pith -n '__pith_is train' -l max-leaves -x -d 'most leaves of the tree; default: no limit'
complete -c pith -n '__pith_is train' -l prune -x -a 'none ebp rep' -d 'rep (default, on a third of the sites), ebp, none'
complete -c pith -n '__pith_is train' -l folds -x -d 'folds of the cross-validation; default 10; 0: none'
complete -c pith -n '__pith_is train' -l by -x -a 'site block' -d 'make folds of sites (default), or blocks, as in Weka'
complete -c pith -n '__pith_is train' -l seed -x -d 'seed that assigns sites to folds; default 1'
complete -c pith -n '__pith_is train' -l threads -s T -x -d 'number of threads; default: one per processor'
complete -c pith -n '__pith_is train' -l rank -d 'print all features by information gain'
complete -c pith -n '__pith_is train' -l output -s o -r -F -d 'write the tree for -m density --model MODEL'
complete -c pith -n '__pith_is train auto' -l data -s d -r -F -d 'labelled pages'
complete -c pith -n '__pith_is train auto' -l snippets -r -F -d 'pages labelled by snippets, "with" and "without"'
complete -c pith -n '__pith_is train auto' -l snippet-weight -x
complete -c pith -n '__pith_is train auto' -l where -x -d 'only pages with this value; also FIELD!=VALUE'
complete -c pith -n '__pith_is train auto' -l from -r -F -d 'continue from a model, and compare with it'
complete -c pith -n '__pith_is train auto' -l features -r -F -d 'features to use, one per line, or like level1.*'
complete -c pith -n '__pith_is train auto' -l trees -x -d 'number of trees; default 300; with --from 30'
complete -c pith -n '__pith_is train auto' -l forests -x -d 'forests to average; default 2; with --from 1'
complete -c pith -n '__pith_is train auto' -l depth -x -d 'depth of a tree; default 5; with --from 4'
complete -c pith -n '__pith_is train auto' -l leaves -x -d 'leaves of a tree; default 31; with --from 15'
complete -c pith -n '__pith_is train auto' -l patience -x -d 'stop N trees after the best; default 0: never'
complete -c pith -n '__pith_is train auto' -l rate -x -d 'learning rate; default 0.14; with --from 0.1'
complete -c pith -n '__pith_is train auto' -l f1 -x -d 'weight of page F1 beside log loss; default 4'
complete -c pith -n '__pith_is train auto' -l rows -x
complete -c pith -n '__pith_is train auto' -l columns -x
complete -c pith -n '__pith_is train auto' -l lambda -x
complete -c pith -n '__pith_is train auto' -l least-weight -x
complete -c pith -n '__pith_is train auto' -l folds -x -d 'folds of the cross-validation; default 5; 0: none'
complete -c pith -n '__pith_is train auto' -l calibration -x -a 'platt isotonic' -d 'of probabilities: platt (default), isotonic'
complete -c pith -n '__pith_is train auto' -l least-words -x
complete -c pith -n '__pith_is train auto' -l copy-words -x
complete -c pith -n '__pith_is train auto' -l by -x -d 'also report by this field; default page_type'
complete -c pith -n '__pith_is train auto' -l pages -r -F -d 'write the result of each held-out page as JSON lines'
complete -c pith -n '__pith_is train auto' -l seed -x -d 'seed of folds and trees; default 1'
complete -c pith -n '__pith_is train auto' -l threads -s T -x
complete -c pith -n '__pith_is train auto' -l output -s o -r -F -d 'write the model, for -m auto --model MODEL'
complete -c pith -n '__pith_is train density' -l data -s d -r -F -d 'labelled pages'
complete -c pith -n '__pith_is train density' -l where -x -d 'only pages with this value; also FIELD!=VALUE'
complete -c pith -n '__pith_is train density' -l classes -x -a '2 4' -d '2 (default), or 4: with headlines, supplemental text'
complete -c pith -n '__pith_is train density' -l features -x -d 'names and groups, such as words,links,curr_tagP'
complete -c pith -n '__pith_is train density' -l algorithm -x -a 'tree 1r svm' -d 'tree (C4.5, default), 1r, svm (linear, no model)'
complete -c pith -n '__pith_is train density' -l count -x -a 'words blocks' -d 'train on words (default) or on blocks'
complete -c pith -n '__pith_is train density' -l weigh -x -d 'words of this class count N times: headline=1.5'
complete -c pith -n '__pith_is train density' -l min-leaf -x -d 'fewest words of a leaf, or a 1r bucket; default 1000'
complete -c pith -n '__pith_is train density' -l max-leaves -x -d 'most leaves of the tree; default: no limit'
complete -c pith -n '__pith_is train density' -l prune -x -a 'none ebp rep' -d 'rep (default, on a third of the sites), ebp, none'
complete -c pith -n '__pith_is train density' -l folds -x -d 'folds of the cross-validation; default 10; 0: none'
complete -c pith -n '__pith_is train density' -l by -x -a 'site block' -d 'make folds of sites (default), or blocks, as in Weka'
complete -c pith -n '__pith_is train density' -l seed -x -d 'seed that assigns sites to folds; default 1'
complete -c pith -n '__pith_is train density' -l threads -s T -x -d 'number of threads; default: one per processor'
complete -c pith -n '__pith_is train density' -l rank -d 'print all features by information gain'
complete -c pith -n '__pith_is train density' -l output -s o -r -F -d 'write the tree for -m density --model MODEL'
complete -c pith -n '__pith_is train kind' -l data -s d -r -F -d 'labelled pages'
complete -c pith -n '__pith_is train kind' -l where -x -d 'only pages with this value; also FIELD!=VALUE'
complete -c pith -n '__pith_is train kind' -l field -x -d 'field with the type of a page; default page_type'
complete -c pith -n '__pith_is train kind' -l trees -x -d 'trees per type; default 120'
complete -c pith -n '__pith_is train kind' -l depth -x -d 'depth of a tree; default 4'
complete -c pith -n '__pith_is train kind' -l leaves -x -d 'leaves of a tree; default 8'
complete -c pith -n '__pith_is train kind' -l rate -x -d 'learning rate; default 0.1'
complete -c pith -n '__pith_is train kind' -l rows -x
complete -c pith -n '__pith_is train kind' -l columns -x
complete -c pith -n '__pith_is train kind' -l lambda -x
complete -c pith -n '__pith_is train kind' -l least-weight -x
complete -c pith -n '__pith_is train kind' -l folds -x -d 'folds of the cross-validation; default 5; 0: none'
complete -c pith -n '__pith_is train kind' -l seed -x -d 'seed of folds and trees; default 1'
complete -c pith -n '__pith_is train kind' -l threads -s T -x
complete -c pith -n '__pith_is train kind' -l output -s o -r -F -d 'write the model, for -f json --model MODEL'
complete -c pith -n '__pith_is train ngram' -l raw -x -a '(__fish_complete_directories)' -d 'pages or plain text, one file each'
complete -c pith -n '__pith_is train ngram' -l clean -x -a '(__fish_complete_directories)' -d 'the same without boilerplate, with the same names'
complete -c pith -n '__pith_is train ngram' -l data -s d -r -F -d 'labelled pages'
complete -c pith -n '__pith_is train ngram' -l where -x -d 'only pages with this value; also FIELD!=VALUE'
complete -c pith -n '__pith_is train ngram' -l clean-text -r -F -d 'more clean text, one segment per line'
complete -c pith -n '__pith_is train ngram' -l clean-most -x
complete -c pith -n '__pith_is train ngram' -l order -s n -x -d 'n-gram order, 1 to 8; default 3'
complete -c pith -n '__pith_is train ngram' -l interpolation -s q -x -d 'weight of shorter n-grams, 0 to 1; default 0.5'
complete -c pith -n '__pith_is train ngram' -l folding -x -a 'ascii unicode' -d 'alphabet: ascii (default), unicode'
complete -c pith -n '__pith_is train ngram' -l non-lexical -d 'letters become a, digits 0: for any language'
complete -c pith -n '__pith_is train ngram' -l direct -d 'count labelled blocks, not differences'
complete -c pith -n '__pith_is train ngram' -l bias -x -d 'above 0 keep more, below less; auto: by held-out pages'
complete -c pith -n '__pith_is train ngram' -l least -x
complete -c pith -n '__pith_is train ngram' -l cv -x -d 'choose n and q by cross-validation with N folds'
complete -c pith -n '__pith_is train ngram' -l orders -x -d 'highest order that --cv tries; default 8'
complete -c pith -n '__pith_is train ngram' -l curve -d 'print the learning curve by number of pages'
complete -c pith -n '__pith_is train ngram' -l test -r -F -d 'labelled pages that --curve measures on'
complete -c pith -n '__pith_is train ngram' -l test-where -x -d 'only such pages of --test'
complete -c pith -n '__pith_is train ngram' -l figures -x -a '(__fish_complete_directories)' -d 'write charts (SVG) of --cv and --curve to DIR'
complete -c pith -n '__pith_is train ngram' -l seed -x -d 'seed of folds and of the curve; default 1'
complete -c pith -n '__pith_is train ngram' -l output -s o -r -F -d 'write the model, for -m ngram --model MODEL'
complete -c pith -n '__pith_is train perplexity' -l output -s o -r -F -d 'write the model; otherwise only print figures'
complete -c pith -n '__pith_is train perplexity' -l lang -x -d 'language of the text, such as en'
complete -c pith -n '__pith_is train perplexity' -l order -x -a '2 3' -d '2 (default): bigrams; 3: also trigrams'
complete -c pith -n '__pith_is train perplexity' -l estimate -x -a 'interpolated kneser-ney' -d 'interpolated (default, as PyPlexity), kneser-ney'
complete -c pith -n '__pith_is train perplexity' -l size -x -d 'size of the model; keeps the most useful n-grams'
complete -c pith -n '__pith_is train perplexity' -l min-count -x -d 'drop rarer n-grams; default 2, with --size 1'
complete -c pith -n '__pith_is train perplexity' -l min-word -x -d 'drop rarer words; default 2'
complete -c pith -n '__pith_is train perplexity' -l vocabulary -x -d 'keep only the N most frequent words'
complete -c pith -n '__pith_is train perplexity' -l memory -s M -x -d 'default 512M; the rest goes to files in TMPDIR'
complete -c pith -n '__pith_is train perplexity' -l threads -s T -x -d 'number of threads; default: one per processor'
complete -c pith -n '__pith_is train perplexity' -l counts -r -F -d 'write the n-grams as text, with exact values'
complete -c pith -n '__pith_is train perplexity' -l all -d 'hold nothing out, and measure nothing'
complete -c pith -n '__pith_is methods' -l json -d 'write all methods and all options as one JSON object'
complete -c pith -n '__pith_is models' -l output -s o -r -F -d 'write to FILE; it appears only once it is complete'
complete -c pith -n '__pith_is models dump' -l output -s o -r -F -d 'write to FILE; it appears only once it is complete'
complete -c pith -n '__pith_is models load' -l output -s o -r -F -d 'write to FILE; it appears only once it is complete'
