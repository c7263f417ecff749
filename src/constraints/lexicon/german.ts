import { PhraseTable, phrases, words } from '../phrases.ts';
import type { PlainAct, PlainLanguage } from '../plain/language.ts';

export const GERMAN: PlainLanguage = {
  negations: phrases(
    '(nicht|weder|niemals|nie|keinesfalls|kein|keine|keinen|keinerlei|auf keinen fall|keiner|unter keinen umstanden|komm nicht auf die idee|bloss nicht|ja nicht)',
  ),
  without: phrases('ohne'),
  only: phrases('(nur|ausschliesslich|lediglich|bloss|nur noch)'),
  butOnly: phrases('(mehr als|weiter als)'),
  folders: words('ordner ordners verzeichnis unterordner verzeichnisses'),
  tied: words('wie'),
  except: phrases('(ausser|ausserhalb|ausserhalb von|bis auf|als)'),
  verbs: new PhraseTable<PlainAct>([
    [
      'modify',
      [
        '(andere|anderst|andern|andert|zu andern|geandert|verandere|verandern|zu verandern|verandert|abandern|aendere|aendern|geaendert|editiere|editieren|editiert|zu editieren|bearbeite|bearbeiten|bearbeitet|zu bearbeiten|modifiziere|modifizieren|modifiziert|zu modifizieren|anfassen|anzufassen|angefasst|fass|fasse|anruhren|ruhr|ruhre|angeruhrt|anzuruhren|beruhre|beruhren|uberschreiben|uberschreibe|umschreiben|anpassen|angepasst|antasten|angetastet|anrühren)',
      ],
    ],
    [
      'write',
      [
        '(schreibe|schreib|schreiben|zu schreiben|geschrieben)',
        '(mach|mache|nimm|nehme|vornehmen|machen|vorzunehmen) (bitte)? (keine|keinerlei) (anderungen|aenderungen|code-anderungen)',
      ],
    ],
    ['push', ['(push|pushe|pushen|zu pushen|gepusht|hochladen)']],
    [
      'commit',
      ['(commit|committe|committen|commite|commiten|zu committen|committet|commitet|einchecken|eingecheckt)'],
    ],
    ['install', ['(installiere|installier|installieren|zu installieren|installiert|nachinstallieren)']],
    [
      'delete',
      [
        '(losche|losch|loschen|zu loschen|geloscht|loesche|loeschen|geloescht|entferne|entfern|entfernen|zu entfernen|entfernt)',
      ],
    ],
    ['network', ['(herunterladen|runterladen|lade herunter|lade runter)']],
    ['use', ['(verwende|verwenden|benutze|benutzen|zu benutzen|nutze|nutzen|zugreifen|greif|greife)']],
    ['do', ['(mach|mache|machen|zu machen|tu|tue|gemacht|nimm|vornehmen)']],
    ['add', ['(fuge|fug|hinzufugen|hinzu|erganze)']],
  ]),
  deeds: new PhraseTable<PlainAct>([
    ['push', ['(git)? (push|pushes|pushen)']],
    ['force', ['(force-push|force-pushes|force push)']],
    ['commit', ['(git)? (commit|commits)']],
    [
      'network',
      [
        '(netzwerk|netzwerkzugriff|netzwerkzugriffe|internet|internetzugriff|netz|netzzugriff|netzwerkverbindung|netzwerkaufrufe|downloads)',
      ],
    ],
    [
      'install',
      [
        '(neue|neuen|weiteren|weitere)? (abhangigkeiten|abhangigkeit|pakete|paket|dependencies|bibliotheken|installation|installationen)',
      ],
    ],
    ['write', ['(anderungen|anderung|aenderungen|code-anderungen|codeanderungen|modifikationen|edits)']],
    ['delete', ['(loschungen)']],
  ]),
  nothing: phrases('(nichts|gar nichts|uberhaupt nichts)'),
  everything: phrases(
    '(etwas|irgendetwas|irgendwas|alles|(die|den|irgendwelche|eine|einzige|am|im)? (dateien|datei|code|quellcode|quelltext|repo|repository|projekt))',
  ),
  artefacts: phrases(
    '(die|den|das|unsere|meine|alle|der)? (tests|test|testdateien|lockfile|lock-datei|dokumentation|doku|docs|konfiguration|migrationen|ci-konfiguration|ci-config|fixtures|build-skripte|makefile|readme|infra|dockerfile|snapshots|konfigurationsdateien)',
  ),
  keep: phrases('(lass|lasse|lasst|lassen|lassen sie|halte|belass|belasse|bleibt|bleiben)'),
  states: phrases(
    '(in ruhe|unverandert|unberuhrt|so|so wie (es|sie|er) (ist|sind)|wie (es|sie|er) (ist|sind)|unangetastet|intakt|so stehen|stehen|bleibt wie (es|sie) ist|gesperrt|tabu|eingefroren|links liegen)',
  ),
  handsOff: phrases(
    '(finger weg|hande weg|halte dich fern|halt dich fern|halte dich raus|halt dich raus|lass die finger) (von|aus)',
  ),
  readOnly: phrases(
    '(nur|bitte nur|bloss|ausschliesslich) (lesen|lesend|lesender zugriff|anschauen|gucken|analysieren|schauen|ansehen|lesezugriff)',
    '(nur-lesen|read-only|nur-lese-modus|lesemodus)',
    '(nur|reine) (analyse|lesezugriff)',
    '(schau|guck|lies) (es dir)? nur',
    'schau nur',
    'nur gucken',
  ),
  offline: phrases('(bleib|arbeite|bleibe|bleiben sie)? (bitte)? offline', 'offline (bleiben|arbeiten)'),
  fillers: phrases(
    '(bitte|mal|doch|jetzt|dabei|aber|und|oder|auch|noch|erst|erstmal|vorerst|heute|hier|dazu|auf|an|am|im|in|von|unter|aus|der|die|das|den|dem|des|ein|eine|einen|meine|meinen|unsere|datei|dateien|ordner|verzeichnis|datei:|wird|werden|soll|sollen|darf|darfst|durfen|du|sollst|bitte auch|irgendwas|zu|etwas|mehr|neue|neuen|neues|irgendwelche|ist|sind|muss|mussen|nur|daran|mir|einfach|generell|grundsatzlich|alle|alles|diesmal|fur|diese|diesem|dieser|aufgabe|sitzung|ins|ans|auf das|gleich|selbst|weiterhin|bitte:|da|dran|an der|und auch|wichtig|ok|okay|bitte,|also|ausserdem|danke|dort|mach|sonst|im ordner|inhalt|ohnehin|unterhalb|innerhalb|man|git|an|los|diesen|dieses|erst mal)',
  ),
  tails: phrases('(bis|weil|da|denn|damit|solange|bevor|sonst|ansonsten|sondern)'),
  conditions: words('wenn falls sobald sofern ob'),
  requests: phrases(
    '(kannst du|konntest du|konnen sie|konnten sie|wurdest du|kannst du bitte|konntest du bitte)',
  ),
  joiners: words('und oder aber noch sowie'),
};
