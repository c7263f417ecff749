// Judges claims with Go's own signed-note and transparency-log packages, which share no code with tracekit.
// Standard input: a JSON list of claims. Standard output: a JSON list of answers, "" where the claim holds.
package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type claim struct {
	Kind    string
	Note    []byte              // note: the signed note's bytes
	Vkeys   []string            // note: the keys known
	Signers []string            // note: the ids that must have signed, in the note's order
	Lines   [][]byte            // root: all records
	Line    []byte              // record
	Index   int64               // record
	Size    int64               // record, tree, tiles, root: the (newer) tree
	Root    string              // its root, hex
	OldSize int64               // tree
	OldRoot string              // tree
	Proof   []string            // record, tree: hex
	Tiles   map[string]string   // tiles: C2SP path to hex
	Records map[string][]string // tiles: our inclusion proofs, which Go's from the tiles must equal
	Trees   map[string][]string // tiles: our consistency proofs from the size that is the key
}

func main() {
	var claims []claim
	must(json.NewDecoder(os.Stdin).Decode(&claims))
	answers := make([]string, len(claims))
	for i, c := range claims {
		if err := judge(c); err != nil {
			answers[i] = err.Error()
		}
	}
	must(json.NewEncoder(os.Stdout).Encode(answers))
}

func judge(c claim) error {
	switch c.Kind {
	case "note":
		return checkNote(c)
	case "root":
		return checkRoot(c)
	case "record":
		return tlog.CheckRecord(hashes(c.Proof), c.Size, hash(c.Root), c.Index, tlog.RecordHash(c.Line))
	case "tree":
		return tlog.CheckTree(hashes(c.Proof), c.Size, hash(c.Root), c.OldSize, hash(c.OldRoot))
	case "tiles":
		return checkTiles(c)
	}
	return fmt.Errorf("unknown kind %q", c.Kind)
}

func checkNote(c claim) error {
	var known []note.Verifier
	for _, vkey := range c.Vkeys {
		verifier, err := note.NewVerifier(vkey)
		if err != nil {
			return err
		}
		known = append(known, verifier)
	}
	opened, err := note.Open(c.Note, note.VerifierList(known...))
	if err != nil {
		return err
	}
	var by []string
	for _, sig := range opened.Sigs {
		by = append(by, fmt.Sprintf("%08x", sig.Hash))
	}
	if strings.Join(by, " ") != strings.Join(c.Signers, " ") {
		return fmt.Errorf("signed by %v, expected %v", by, c.Signers)
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[1] != strconv.FormatInt(c.Size, 10) || lines[2] != hash(c.Root).String() {
		return fmt.Errorf("not the checkpoint of %d and %s: %q", c.Size, c.Root, opened.Text)
	}
	return nil
}

// memory is a HashReader over every stored hash of a tree.
type memory []tlog.Hash

func (m memory) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var read []tlog.Hash
	for _, index := range indexes {
		if index >= int64(len(m)) {
			return nil, fmt.Errorf("no stored hash %d", index)
		}
		read = append(read, m[index])
	}
	return read, nil
}

func checkRoot(c claim) error {
	var stored memory
	for i, line := range c.Lines {
		more, err := tlog.StoredHashes(int64(i), line, stored)
		if err != nil {
			return err
		}
		stored = append(stored, more...)
	}
	root, err := tlog.TreeHash(c.Size, stored)
	if err == nil && root != hash(c.Root) {
		err = fmt.Errorf("root of %d records is %s", c.Size, root)
	}
	return err
}

// path is the tile's C2SP path: Go's has the height in it.
func path(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
}

// tiles serves our tiles to Go.
type tiles map[string]string

func (t tiles) Height() int                     { return 8 }
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range wanted {
		text, ok := t[path(tile)]
		if !ok {
			return nil, fmt.Errorf("no %s", path(tile))
		}
		bytes, err := hex.DecodeString(text)
		if err != nil {
			return nil, err
		}
		data = append(data, bytes)
	}
	return data, nil
}

func checkTiles(c claim) error {
	reader := tlog.TileHashReader(tlog.Tree{N: c.Size, Hash: hash(c.Root)}, tiles(c.Tiles))
	// NewTiles lists every width that a partial tile ever had; the last is the widest.
	widest := map[[2]int64]string{}
	for _, tile := range tlog.NewTiles(8, 0, c.Size) {
		widest[[2]int64{int64(tile.L), tile.N}] = path(tile)
	}
	if len(widest) != len(c.Tiles) {
		return fmt.Errorf("%d tiles, expected %d", len(c.Tiles), len(widest))
	}
	for _, path := range widest {
		if _, ok := c.Tiles[path]; !ok {
			return fmt.Errorf("no %s", path)
		}
	}
	for key, ours := range c.Records {
		proof, err := tlog.ProveRecord(c.Size, number(key), reader)
		if err != nil {
			return err
		}
		if !same(proof, ours) {
			return fmt.Errorf("another inclusion proof of record %s", key)
		}
	}
	for key, ours := range c.Trees {
		proof, err := tlog.ProveTree(c.Size, number(key), reader)
		if err != nil {
			return err
		}
		if !same(proof, ours) {
			return fmt.Errorf("another consistency proof from size %s", key)
		}
	}
	return nil
}

func same(theirs []tlog.Hash, ours []string) bool {
	if len(theirs) != len(ours) {
		return false
	}
	for i := range theirs {
		if theirs[i] != hash(ours[i]) {
			return false
		}
	}
	return true
}

func number(text string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	must(err)
	return value
}

// hash gives the zero hash for what is not 32 bytes of hex: no proof holds with it.
func hash(text string) (h tlog.Hash) {
	if bytes, err := hex.DecodeString(text); err == nil && len(bytes) == len(h) {
		copy(h[:], bytes)
	}
	return h
}

func hashes(texts []string) (all []tlog.Hash) {
	for _, text := range texts {
		all = append(all, hash(text))
	}
	return all
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
