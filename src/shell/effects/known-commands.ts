/**
 * `name verb … : effects`. `name` and each verb may have alternatives (`a|b`) and `*`; the verbs stand next to each
 * other somewhere among the words that are no options. `+-x|--xx`: one of these options (or plain words) must be there;
 * `!…`: none may be.
 */
export const KNOWN_COMMANDS = `
npm|pnpm ci|install|i|add|update|upgrade|up|dlx|create|init @* : install network
npm|pnpm ci|install|i|add|update|upgrade|up|install-test !--dry-run : install network
yarn add|install|up|upgrade|dlx|create : install network
bun add|install|i|update|create : install network
pip|pip3|pipx|uvx install !--dry-run : install network
pip|pip3 download|search|index : network
pip|pip3 list +--outdated|-o : network
python|python3 pip install : install network
uv sync|add|lock|tool : install network
uv pip install|sync : install network
poetry|pdm|pipenv|rye|hatch install|add|update|sync|lock : install network
conda|mamba|micromamba install|create|update : install network
cargo install|add|fetch|update : install network
go get|install : install network
go mod download|tidy|vendor : install network
gem|bundle install|update|add : install network
composer install|require|update : install network
apt|apt-get|dnf|yum|zypper|apk|pacman|brew|port|snap|choco|winget|scoop install|add|upgrade|update|dist-upgrade|-S* : install network
mvn|gradle|gradlew dependency:* : install network
dotnet add|restore : install network
nvm|fnm|volta|asdf|rustup install|update : install network
curl|wget|wget2|http|https|xh|aria2c|fetch|lynx|w3m|links : network
nc|ncat|netcat|socat|telnet|ftp|sftp|scp|ssh|mosh|rsync|lftp|tftp : network
dig|nslookup|host|ping|traceroute|whois|nmap : network
openssl s_client : network
gh|glab|hub : network
psql|mysql|mariadb|mongosh|mongo|redis-cli|cqlsh|sqlcmd !-c|-e|--eval|--command|--execute|flush* : network
git fetch|pull|clone|ls-remote|push : network
git submodule update|add : network
git remote update|show|prune : network
docker|podman pull|push|login|search : network
aws|gcloud|az|doctl|gsutil|bq|flyctl|fly|heroku|vercel|netlify|wrangler|firebase|supabase|railway|kubectl|helm|eksctl|s3cmd|rclone|ansible|ansible-playbook !--dry-run*|--dryrun : network
pip-compile|pip-audit : network
npm audit|outdated|view|info|search|publish|ping|login|whoami : network
prisma migrate deploy : network
npm|pnpm|bun publish !--dry-run|-n : publish network
yarn npm publish !--dry-run : publish network
yarn publish !--dry-run : publish network
npm unpublish|deprecate|owner|access|dist-tag|star|token|hook|team : publish network
cargo publish|yank|owner !--dry-run|-n : publish network
poetry|uv|flit|hatch|pdm|rye|lerna|changeset|vsce|ovsx publish|release !--dry-run : publish network
twine upload : publish network
gem push|yank|owner : publish network
gh release create|edit|upload : publish network
gh gist create|edit : publish network
gh pr merge : remote_admin network push delete
gh repo create|edit|rename|archive|transfer|deploy-key|sync : remote_admin network
gh repo delete : infra_delete network delete
gh release|issue|run|label|cache|variable|ruleset|gist|codespace|project delete : ref_delete network delete
gh secret|variable set|remove|delete : remote_admin network
gh auth logout|refresh|login|setup-git : remote_admin network
glab mr merge : remote_admin network push
glab repo delete : infra_delete network delete
gh pr create : network push
docker|podman push : publish network
docker buildx build +--push : publish network
helm push : publish network
mvn deploy|release:* : publish network
gradle|gradlew|./gradlew publish*|uploadArchives : publish network
sbt publish*|+publish* : publish network
dotnet nuget push : publish network
nuget push : publish network
pod trunk push : publish network
mix hex.publish : publish network
dart|flutter pub publish !--dry-run|-n : publish network
npm-publish|np|release-it|semantic-release|standard-version|goreleaser !--dry-run|-d|--snapshot|check|init|build|healthcheck : publish network
netlify deploy +--prod|-p : publish network
vercel !dev|ls|env|logs|inspect|whoami|build|pull|rm|remove +--prod|--production|deploy|promote : publish network
firebase|wrangler|fly|flyctl|serverless|sls|amplify|surge|gh-pages|eb|cdk|sam|convex|railway|modal deploy|publish|up|add !--dry-run : publish network
gcloud app|run|functions deploy : publish network
eas|fastlane submit|deliver|release|supply|pilot|upload* : publish network
bfg : history_rewrite force_push
java +*bfg*.jar : history_rewrite force_push
dropdb|pg_dropcluster : db_drop
mysqladmin drop : db_drop
redis-cli|valkey-cli|keydb-cli FLUSHALL|FLUSHDB|flushall|flushdb|Flush* : db_drop
prisma migrate reset : db_drop
prisma db push +--force-reset|--accept-data-loss : db_drop
rails|rake db:drop*|db:reset*|db:purge*|db:schema:load|db:truncate_all|db:migrate:reset|db:seed:replant|db:rollback : db_drop
python|python3|manage.py|django-admin flush|reset_db|sqlflush|reset_schema : db_drop
python|python3|manage.py|django-admin migrate * zero : db_drop
alembic downgrade : db_drop
flask db downgrade : db_drop
supabase db reset : db_drop
supabase db reset +--linked|--db-url : network
supabase|neonctl|turso|pscale projects|db|database|branch|branches|databases|group delete|destroy : db_drop infra_delete delete network
knex migrate:rollback|migrate:down : db_drop
sequelize|sequelize-cli db:drop|db:migrate:undo:all|db:seed:undo:all : db_drop
typeorm|typeorm-ts-node-commonjs schema:drop|migration:revert : db_drop
mikro-orm schema:drop|schema:fresh|database:drop : db_drop
drizzle-kit drop : db_drop
php|artisan|sail migrate:fresh|migrate:reset|migrate:refresh|db:wipe|migrate:rollback : db_drop
php|console|bin/console doctrine:database:drop|doctrine:schema:drop|d:d:d : db_drop
mix ecto.drop|ecto.reset|ecto.rollback : db_drop
flyway clean|undo : db_drop
mvn|gradle|gradlew flyway:clean|flywayClean|liquibase:dropAll : db_drop
liquibase dropAll|drop-all : db_drop
goose|dbmate|migrate|sqlx|diesel reset|drop|down-to|rollback +reset|drop|down-to|all|-all : db_drop
sqlx|diesel database drop|reset : db_drop
migrate down : db_drop
heroku pg:reset|apps:destroy|addons:destroy|pg:promote : db_drop infra_delete delete network
wp db reset|drop|clean : db_drop
mongorestore +--drop : db_drop
pg_restore +--clean|-c : db_drop
influx bucket|org delete : db_drop
nodetool clearsnapshot|decommission : db_drop
terraform|tofu|terragrunt destroy|apply-all|destroy-all : infra_delete delete network
terraform|tofu|terragrunt apply +-destroy|--destroy : infra_delete delete network
terraform|tofu|terragrunt apply +-auto-approve|--auto-approve : infra_change network
terraform|tofu state rm|push|mv : infra_delete delete network
terraform|tofu workspace delete : infra_delete delete network
terraform|tofu taint|force-unlock : infra_change network
pulumi destroy|down : infra_delete delete network
pulumi stack rm : infra_delete delete network
pulumi up +--yes|-y : infra_change network
cdk|cdktf|sst|serverless|sls|copilot|amplify|sam|eb destroy|remove|delete|terminate : infra_delete delete network
kubectl|oc delete !--dry-run* : infra_delete delete network
kubectl drain|cordon|taint !--dry-run* : infra_change network
kubectl scale +--replicas=0|0 : infra_change network
kubectl replace +--force : infra_delete network
helm uninstall|delete|un !--dry-run : infra_delete delete network
helm rollback !--dry-run : infra_change network
eksctl|kops|kind|minikube|k3d|doctl|linode-cli|hcloud|civo|scw delete|destroy : infra_delete delete network
doctl|linode-cli|hcloud|scw * delete|destroy|rm : infra_delete delete network
doctl|hcloud compute|kubernetes * delete : infra_delete delete network
docker|podman|nerdctl system prune|reset : infra_delete delete
docker|podman|nerdctl volume rm|prune|remove : infra_delete delete
docker|podman image|container|network|builder|buildx prune : delete
docker|podman|nerdctl compose down +-v|--volumes|--rmi : infra_delete delete
docker-compose|podman-compose down +-v|--volumes|--rmi : infra_delete delete
docker|podman compose rm +-v|-fv|-fsv|-sfv : infra_delete delete
docker-compose rm +-v|-fv|-fsv|-sfv : infra_delete delete
docker swarm leave +-f|--force : infra_delete
docker stack|service|secret|config rm|remove : infra_delete delete
gcloud * delete|destroy|remove-iam-policy-binding : infra_delete delete network
gcloud * * delete : infra_delete delete network
gcloud * * * delete : infra_delete delete network
az * delete|purge : infra_delete delete network
az * * delete|purge : infra_delete delete network
az * * * delete|purge : infra_delete delete network
aws * delete-*|terminate-*|deregister-*|purge-*|remove-*|disable-*|schedule-key-deletion : infra_delete delete network
aws s3 rb : infra_delete delete network
aws s3 rm : infra_delete delete network
aws s3 sync|mv +--delete : infra_delete delete network
gsutil rm|rb : infra_delete delete network
gcloud storage rm|buckets : infra_delete delete network
bq rm : infra_delete db_drop network
s3cmd del|rb|rm : infra_delete delete network
mc rm|rb : infra_delete delete network
rclone purge|delete|sync|deletefile|rmdirs : infra_delete delete network
fly|flyctl|railway|render destroy|delete|down : infra_delete delete network
fly|flyctl apps|machine|machines|volumes|postgres destroy|remove|rm : infra_delete delete network
vercel|netlify|wrangler|firebase rm|remove|delete|*:delete|projects:delete|hosting:disable|firestore:delete|sites:delete : infra_delete delete network
wrangler d1|r2|kv|kv:namespace|queues delete : infra_delete delete network
vagrant destroy : infra_delete delete
multipass delete|purge : infra_delete delete
virsh undefine|destroy|vol-delete|pool-delete : infra_delete delete
lxc|incus delete : infra_delete delete
zfs|zpool|lvremove|vgremove|pvremove destroy : disk delete privilege
lvremove|vgremove|pvremove : disk delete privilege
btrfs subvolume delete : disk delete privilege
consul|vault|etcdctl|nomad delete|del|destroy|purge : infra_delete delete network
vault kv|secrets|auth delete|destroy|disable|metadata : infra_delete delete network
kafka-topics|kafka-topics.sh +--delete : infra_delete delete network
go clean : delete
make clean|distclean|mrproper : delete
mkfs|mkfs.*|mke2fs|mkswap|wipefs|blkdiscard|sgdisk|gdisk|sfdisk|cryptsetup !-n|-l|-p|--list|status|--no-act : disk delete privilege
parted|fdisk !-l|--list|print : disk delete privilege
diskutil erase*|partition*|reformat|zero*|secureErase|apfs : disk delete privilege
hdparm +--security-erase*|--trim-sector-ranges*|--make-bad-sector : disk delete privilege
nvme format|sanitize : disk delete privilege
sudo|doas|pkexec|run0|gsudo|sudoedit : privilege
su : privilege
visudo|vipw|passwd|chpasswd|useradd|userdel|usermod|groupadd|groupdel|adduser|deluser|gpasswd|dscl|setcap : privilege
nsenter|chroot|insmod|rmmod|modprobe|kexec|sysctl !-a|-n|--all|--values : privilege
mount|umount|swapoff +-*|/* : privilege
docker|podman run +--privileged|--pid=host|--cap-add=ALL|--cap-add=SYS_ADMIN|/:/*|/:*|/var/run/docker.sock:*|--volume=/:*|-v/:* : privilege
systemctl restart|stop|start|disable|enable|mask|isolate|kill|daemon-reload !--user : privilege
service * restart|stop|start : privilege
launchctl unload|bootout|remove|disable|kill : disable_security
shutdown|reboot|halt|poweroff : shutdown
systemctl reboot|poweroff|halt|suspend|hibernate|emergency|rescue : shutdown
init|telinit 0|6|1 : shutdown
loginctl terminate-*|kill-* : kill_many
crontab !-l : persistence
crontab +-r : persistence delete
at|batch !-l|-c|-q : persistence
atrm : persistence
systemctl enable|link|edit|import-environment +--user : persistence
systemd-run : persistence
launchctl load|bootstrap|submit|enable : persistence
schtasks|schtasks.exe /create|/Create|/delete|/change : persistence
update-rc.d|chkconfig|rc-update : persistence privilege
loginctl enable-linger : persistence
ssh-copy-id : persistence credential_write network
ssh-keygen +-R : credential_write
ssh-keygen +-f !-l|-F : credential_write
ssh +-R|-D|-w : persistence network
ngrok|cloudflared|localtunnel|lt|bore|frpc|chisel|serveo : upload network
ufw|firewall-cmd disable|reset|delete|--add-*|--remove-*|--panic-off : disable_security privilege
iptables|ip6tables|nft|pfctl +-F|-X|-P|-D|flush|-d|--flush|delete : disable_security privilege
setenforce : disable_security privilege
csrutil|spctl disable|--master-disable|--global-disable|clear : disable_security privilege
spctl +--master-disable|--global-disable : disable_security privilege
auditctl|aa-disable|aa-complain|aa-teardown : disable_security privilege
systemctl stop|disable|mask +auditd*|firewalld*|apparmor*|ufw*|fail2ban*|rsyslog*|systemd-journald*|clamav*|falcon* : disable_security privilege
Set-MpPreference|netsh : disable_security privilege
tccutil|fdesetup|nvram +reset|disable|-c|-d : disable_security privilege
xattr +-d|-c|-cr|-rd|-dr : disable_security
npm|yarn|pnpm config set strict-ssl false : disable_security
npm|yarn|pnpm config set +strict-ssl=false|strict-ssl|cafile|ca|ignore-scripts=false : disable_security
npm|yarn|pnpm|pip|pip3 config set registry|global.index-url|global.trusted-host : disable_security
pip|pip3 install +--trusted-host|--trusted-host=* : disable_security
conda config +--set|ssl_verify|False : disable_security
history +-c|-w|-d : log_tamper
journalctl +--vacuum-*|--rotate : log_tamper
fc +-p : log_tamper
wevtutil cl|clear-log : log_tamper
logrotate +-f : log_tamper
timedatectl|hwclock set-time|--set|-w|set-ntp|set-timezone : log_tamper privilege
date +-s|--set|--set=* : log_tamper privilege
faketime : log_tamper
`;
