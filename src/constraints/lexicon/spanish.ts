import { PhraseTable, phrases, words } from '../phrases.ts';
import type { PlainAct, PlainLanguage } from '../plain/language.ts';

export const SPANISH: PlainLanguage = {
  negations: phrases(
    '(no|nunca|jamas|ningun|ninguna|ni|evita|evite|evitar|prohibido|nada de|tampoco|de ninguna manera|ni se te ocurra|ni se le ocurra|bajo ninguna circunstancia)',
  ),
  without: phrases('sin'),
  only: phrases('(solo|solamente|unicamente|exclusivamente|nada mas que)'),
  butOnly: phrases('(mas que|otra cosa que|sino)'),
  folders: words('carpeta carpetas directorio directorios subcarpeta'),
  tied: words('tal como'),
  except: phrases('(excepto|salvo|menos|fuera de|que no sea|a excepcion de|aparte de)'),
  verbs: new PhraseTable<PlainAct>([
    [
      'modify',
      [
        '(modifiques|modifique|modificar|modifica|modifiquen|cambies|cambie|cambiar|cambia|toques|toque|tocar|toca|toquen|edites|edite|editar|edita|alteres|altere|alterar|altera|sobrescribas|sobrescribir|modificado|modificada|modificarse|tocarse)',
      ],
    ],
    [
      'write',
      [
        '(escribas|escriba|escribir|escribe)',
        '(hagas|haga|hacer) (cambios|modificaciones|ningun cambio|ediciones)',
      ],
    ],
    ['push', ['(hagas|haga|hacer|haz)? (push|git push|pushes)', '(pushees|pushear|pushea|subas|subir)']],
    [
      'commit',
      [
        '(hagas|haga|hacer|haz)? (commit|commits|git commit|ningun commit)',
        '(commitees|commitear|comitees|comitear)',
      ],
    ],
    ['install', ['(instales|instale|instalar|instala)']],
    ['delete', ['(borres|borre|borrar|borra|elimines|elimine|eliminar|elimina|quites|quitar)']],
    [
      'network',
      ['(descargues|descargue|descargar|descarga|te conectes a (internet|la red)|conectes|conectarte)'],
    ],
    ['use', ['(uses|use|usar|utilices|utilizar|accedas|acceder)']],
    ['do', ['(hagas|haga|hacer|haz)']],
    ['add', ['(agregues|agregar|agrega|agregue|anadas|anadir|anade|anada)']],
  ]),
  deeds: new PhraseTable<PlainAct>([
    ['push', ['(git)? (push|pushes)']],
    ['force', ['(force push|push forzado|force-push)']],
    ['commit', ['(git)? (commit|commits)']],
    [
      'network',
      [
        '(la|a|de|a la)? (red|internet|acceso a internet|acceso a la red|conexion|descargas|llamadas de red|peticiones de red)',
      ],
    ],
    ['install', ['(nuevas|nuevos)? (dependencias|dependencia|paquetes|paquete|instalaciones|librerias)']],
    ['write', ['(cambios|cambio|modificaciones|ediciones)']],
    ['delete', ['(borrados|eliminaciones)']],
  ]),
  nothing: phrases('(nada|absolutamente nada)'),
  everything: phrases(
    '((los|el|ningun|un|al|del)? (archivos|archivo|codigo|ficheros|fichero|repositorio|repo|proyecto))',
  ),
  artefacts: phrases(
    '(los|las|el|la)? (tests|pruebas|documentacion|configuracion|config|migraciones|lockfile|fixtures|makefile|readme|dockerfile|docs|snapshots|archivos de configuracion)',
  ),
  keep: phrases('(deja|deje|dejar|manten|mantener|mantenga|conserva|dejen)'),
  states: phrases(
    '(en paz|intacto|intacta|intactos|intactas|tal cual|tal como esta|tal como estan|como esta|como estan|sin cambios|igual|quieto)',
  ),
  handsOff: phrases('(manos fuera|alejate|mantente alejado|fuera las manos) (de|del)'),
  readOnly: phrases(
    '(solo|solamente|unicamente) (lectura|leer|lee|mirar|mira|analisis|analizar)',
    'en modo (de)? solo lectura',
    'modo (de)? solo lectura',
  ),
  offline: phrases('(trabaja|quedate|permanece)? (sin conexion|offline|desconectado)'),
  fillers: phrases(
    '(por favor|porfa|porfavor|y|o|u|pero|de|del|el|la|los|las|lo|un|una|a|al|en|dentro|dentro de|bajo|archivo|archivos|fichero|carpeta|directorio|ahora|todavia|aun|por ahora|de momento|por el momento|hoy|aqui|tambien|que|eso|esto|se|debe|debes|puedes|para|tu|tus|mi|mis|nuevo|nuevos|nueva|nuevas|ningun|gracias|sesion|esta|ese|este|contenido|hay que|quiero que|importante|ojo|te|me|ya|deben|ser|sobre|ahi|mas|favor|bien|entonces|luego|nota|con|cosa|otra|otros|git|se)',
  ),
  tails: phrases('(hasta|porque|mientras|antes|ya que|pues|hasta que|antes de)'),
  conditions: words('si cuando'),
  requests: phrases('(puedes|podrias|puede|podria|me puedes|podrias por favor)'),
  joiners: words('y o pero ni u e'),
};
