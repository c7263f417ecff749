import { PhraseTable, phrases, words } from '../phrases.ts';
import type { PlainAct, PlainLanguage } from '../plain/language.ts';

export const FRENCH: PlainLanguage = {
  negations: phrases(
    "(ne|n'|pas|pas de|pas d'|jamais|aucun|aucune|surtout pas|ni|ni de|point de|plus de|en aucun cas|sous aucun pretexte|interdiction de|interdit de|evite de|evitez de|evite|defense de|ne t'avise pas de|inutile de toucher|merci de ne pas|priere de ne pas)",
  ),
  without: phrases('sans'),
  only: phrases('(uniquement|seulement|exclusivement|juste|rien que)'),
  butOnly: phrases('(que|rien que)'),
  folders: words('dossier dossiers repertoire repertoires sous-dossier'),
  tied: words('comme tel'),
  except: phrases("(sauf|hormis|excepte|a part|en dehors de|en dehors du|hors de|d'autre que)"),
  verbs: new PhraseTable<PlainAct>([
    [
      'modify',
      [
        '(modifie|modifies|modifier|modifiez|change|changes|changer|changez|touche|touches|toucher|touchez|edite|editer|editez|altere|alterer|ecrase|ecraser|modifiee|modifie|modifies|modifiees|touche|touchee|retouche|retoucher)',
      ],
    ],
    [
      'write',
      [
        '(ecris|ecrire|ecrivez)',
        '(fais|faire|faites|apporte|apporter) (aucune|pas de|aucun) (modification|modifications|changement|changements)',
      ],
    ],
    [
      'push',
      ['(pushe|push|pusher|pushez|pousse|pousser|poussez|fais de push|fais pas de push|faire de push)'],
    ],
    [
      'commit',
      [
        '(committe|commite|commit|committer|commiter|commitez|committez|fais de commit|faire de commit|fais pas de commit|valide|fais aucun commit)',
      ],
    ],
    ['install', ['(installe|installer|installez)']],
    [
      'delete',
      [
        '(supprime|supprimes|supprimer|supprimez|efface|effacer|effacez|enleve|enlever|retire|retirer|supprimes)',
      ],
    ],
    ['network', ['(telecharge|telecharger|telechargez)']],
    ['use', ['(utilise|utiliser|utilisez|accede|acceder|accedez)']],
    ['do', ['(fais|faire|faites)']],
    ['add', ['(ajoute|ajouter|ajoutez)']],
  ]),
  deeds: new PhraseTable<PlainAct>([
    ['push', ['(git)? (push|pushs)']],
    ['force', ['(force push|push force|force-push)']],
    ['commit', ['(git)? (commit|commits)']],
    [
      'network',
      [
        "(au|le|de|du|d')? (reseau|internet|acces reseau|acces internet|acces au reseau|acces a internet|connexion|telechargement|telechargements|requetes reseau|requete reseau|appels reseau)",
      ],
    ],
    [
      'install',
      [
        '(nouvelle|nouvelles|de nouvelles)? (dependances|dependance|paquets|paquet|installation|installations|nouveaux paquets)',
      ],
    ],
    ['write', ['(modification|modifications|changement|changements|edition|editions|ecriture)']],
    ['delete', ['(suppression|suppressions)']],
  ]),
  nothing: phrases('(rien|absolument rien)'),
  everything: phrases(
    '((aux|les|des|le|du|au|un|aucun|de|a)? (fichiers|fichier|code|depot|projet|repo|quoi que ce soit))',
  ),
  artefacts: phrases(
    '(les|aux|la|a la|le|au|des)? (tests|test|documentation|doc|configuration|config|migrations|lockfile|fixtures|makefile|readme|dockerfile|docs|snapshots|fichiers de configuration)',
  ),
  keep: phrases('(laisse|laisser|laissez|garde|garder|gardez|conserve|conserver)'),
  states: phrases(
    "(tel quel|telle quelle|tels quels|telles quelles|intact|intacte|intacts|intactes|tranquille|tranquilles|inchange|inchangee|inchanges|inchangees|comme (il|elle|ils|elles) (est|sont)|comme c'est|en l'etat|en paix)",
  ),
  handsOff: phrases("(pas touche a|bas les pattes|ne t'approche pas de|reste a l'ecart de)"),
  readOnly: phrases(
    '(en)? (lecture seule|lecture seulement|lecture uniquement)',
    '(regarde|lis|lire|regarder|analyse) (seulement|uniquement|juste)',
    '(juste|seulement|uniquement) (regarder|lire|regarde|lis|une analyse)',
  ),
  offline: phrases(
    '(reste|travaille|restez|travaillez)? hors (ligne|connexion)',
    '(reste|travaille)? offline',
  ),
  fillers: phrases(
    "(s'il te plait|s'il vous plait|stp|svp|merci|et|ou|mais|de|du|des|d'|le|la|les|l'|un|une|a|au|aux|dans|sous|en|y|ca|cela|pour|l'instant|pour l'instant|pour le moment|maintenant|aujourd'hui|encore|fichier|fichiers|dossier|repertoire|le fichier|le dossier|surtout|aussi|non plus|tu|vous|dois|devez|doit|peux|pouvez|il|faut|ton|tes|mon|mes|nouveau|nouveaux|nouvelle|nouvelles|il faut|contenu|cette|session|tache|ce|quoi que ce soit|doivent|etre|sur|ici|veuillez|merci de|je veux que tu|je te demande de|attention|important|note|bien|donc|puis|la-dedans|par contre|sans faute|te|me|on|nous|git|tout|ceci|session|depot)",
  ),
  tails: phrases(
    "(jusqu'a|jusqu'au|tant que|parce que|parce qu'|car|avant que|avant|puisque|vu que|jusqu'a ce que)",
  ),
  conditions: words('si quand lorsque des'),
  requests: phrases(
    '(peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|tu peux|tu pourrais|peux tu|pourrais tu)',
  ),
  joiners: words('et ou mais ni puis'),
};
