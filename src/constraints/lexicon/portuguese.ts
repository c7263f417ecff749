import { PhraseTable, phrases, words } from '../phrases.ts';
import type { PlainAct, PlainLanguage } from '../plain/language.ts';

export const PORTUGUESE: PlainLanguage = {
  negations: phrases(
    '(nao|nunca|jamais|nenhum|nenhuma|nem|evite|evita|evitar|proibido|de jeito nenhum|em hipotese alguma|tambem nao|nem pense em|nem pensar em)',
  ),
  without: phrases('sem'),
  only: phrases('(so|somente|apenas|unicamente|exclusivamente)'),
  butOnly: phrases('(mais que|senao|mais nada alem de)'),
  folders: words('pasta pastas diretorio diretorios subpasta'),
  tied: words('como tal'),
  except: phrases('(exceto|salvo|menos|fora de|fora do|fora da|a nao ser|alem de)'),
  verbs: new PhraseTable<PlainAct>([
    [
      'modify',
      [
        '(altere|alteres|altera|alterar|alterem|modifique|modifiques|modifica|modificar|mude|mudes|muda|mudar|edite|edites|edita|editar|toque|toques|toca|tocar|mexa|mexas|mexe|mexer|sobrescreva|sobrescrever|alterado|alterada|modificado|modificada)',
      ],
    ],
    [
      'write',
      [
        '(escreva|escreve|escrever)',
        '(faca|facas|fazer) (alteracoes|mudancas|modificacoes|nenhuma alteracao|nenhuma mudanca)',
      ],
    ],
    ['push', ['(faca|facas|fazer|de|da)? (o)? (push|git push)', '(pushe|pushar|empurre|suba|subir)']],
    [
      'commit',
      [
        '(faca|facas|fazer|de)? (o)? (commit|commits|git commit|nenhum commit)',
        '(comite|comitar|commite|commitar|comita)',
      ],
    ],
    ['install', ['(instale|instales|instala|instalar)']],
    [
      'delete',
      ['(apague|apagues|apaga|apagar|delete|deletes|deletar|exclua|excluas|excluir|remova|removas|remover)'],
    ],
    ['network', ['(baixe|baixes|baixar|baixa)']],
    ['use', ['(use|uses|usar|utilize|utilizar|acesse|acessar)']],
    ['do', ['(faca|facas|fazer|de)']],
    ['add', ['(adicione|adicionar|acrescente|adiciona)']],
  ]),
  deeds: new PhraseTable<PlainAct>([
    ['push', ['(git)? (push|pushes)']],
    ['force', ['(force push|force-push|push forcado)']],
    ['commit', ['(git)? (commit|commits)']],
    [
      'network',
      ['(a|de|da|na)? (rede|internet|acesso a internet|acesso a rede|conexao|downloads|chamadas de rede)'],
    ],
    ['install', ['(novas|novos)? (dependencias|dependencia|pacotes|pacote|instalacoes|bibliotecas)']],
    ['write', ['(alteracoes|alteracao|mudancas|mudanca|modificacoes|edicoes)']],
    ['delete', ['(exclusoes|remocoes)']],
  ]),
  nothing: phrases('(nada|absolutamente nada|coisa alguma)'),
  everything: phrases(
    '((os|o|nenhum|um|no|nos|do)? (arquivos|arquivo|ficheiros|ficheiro|codigo|repositorio|repo|projeto))',
  ),
  artefacts: phrases(
    '(os|as|o|a|nos|nas)? (testes|documentacao|configuracao|config|migracoes|lockfile|fixtures|makefile|readme|dockerfile|docs|snapshots|arquivos de configuracao)',
  ),
  keep: phrases('(deixe|deixa|deixar|mantenha|mantem|manter|conserve)'),
  states: phrases(
    '(em paz|intacto|intacta|intactos|intactas|como esta|como estao|do jeito que esta|sem alteracoes|sem mudancas|inalterado|inalterada|quieto|igual|tal como esta)',
  ),
  handsOff: phrases('(tire as maos|fique longe|maos fora|mantenha distancia) (de|do|da)'),
  readOnly: phrases(
    '(so|somente|apenas) (leitura|ler|leia|olhar|olhe|analise|analisar)',
    'em modo (de)? (somente leitura|leitura)',
    'modo (de)? somente leitura',
  ),
  offline: phrases('(trabalhe|fique|permaneca)? (offline|sem conexao|desconectado)'),
  fillers: phrases(
    '(por favor|pfv|pf|e|ou|mas|de|do|da|dos|das|o|a|os|as|um|uma|em|no|na|nos|nas|dentro|sob|arquivo|arquivos|ficheiro|pasta|diretorio|agora|ainda|por enquanto|por agora|hoje|aqui|tambem|que|isso|isto|se|deve|voce|pode|para|seu|seus|meu|meus|novo|novos|nova|novas|obrigado|sessao|esta|este|esse|conteudo|quero que|importante|deve|devem|ser|sobre|ali|ai|mais|la|bem|entao|depois|nota|com|coisa|outra|qualquer|ao|aos|git|de|favor)',
  ),
  tails: phrases('(ate|porque|enquanto|antes|pois|ate que|ja que)'),
  conditions: words('se quando caso'),
  requests: phrases('(voce pode|pode|poderia|voce poderia|podes)'),
  joiners: words('e ou mas nem'),
};
