package filename

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShown(t *testing.T) {
	for name, want := range map[string]string{
		"a.tsp": "a.tsp", "dir/größe 7.tsp": "dir/größe 7.tsp", "a'b": "a'b", `a"b`: `a"b`, "": "",
		"a\nb": `"a\nb"`, "\x1b[2Ja": `"\x1b[2Ja"`, "caf\xe9": `"caf\xe9"`, `"a"`: `"\"a\""`, "a\u202eb": `"a\u202eb"`,
	} {
		if got := Shown(name); got != want {
			t.Errorf("%q is shown as %s, want %s", name, got, want)
		}
	}
}

func TestEscaped(t *testing.T) {
	if got, want := Escaped("a\tb\nc\x1b[2J\xffé\r"), "a\tb\nc\\x1b[2J\\xffé\\r"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzText(f *testing.F) {
	for _, name := range []string{"a", "caf\xe9", `"`, `"a"`, "a\nb", "\xed\xa0\x80", `"\xff"`, "\x00"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		text, err := json.Marshal(Text(name))
		var back string
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || FromText(back) != name {
			t.Errorf("%q is written as %s and read as %q, %v", name, text, FromText(back), err)
		}
		if shown := Shown(name); FromText(shown) != name || !utf8.ValidString(shown) || strings.ContainsAny(shown, "\n\r\x1b") {
			t.Errorf("%q is shown as %q", name, shown)
		}
	})
}
