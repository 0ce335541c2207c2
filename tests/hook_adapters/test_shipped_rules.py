"""The shipped rules that are called `block-…` block every everyday spelling, and nothing harmless."""

from __future__ import annotations

import pytest
from tests.support.shipped_rules import blocked

DELETES = r"""
rm -r x
rm -rf x
rm -fr x
rm -Rf x
rm -f -r x
rm -v -i -R x
rm -dr x
rm  -f   -r  x
rm -rf /
rm --recursive x
rm --force --recursive x
rm --recurs x
rm --no-preserve-root -rf /
rm x -r
rm build dist -rf
rm -rf -- x
rm -rf "$HOME/x y"
rm "a b" -r
rm 2>/dev/null -r x
rm "-rf" x
rm '-r' x
rm \-rf x
\rm -rf x
"rm" -rf x
'rm' -rf x
r\m -rf x
r""m -r x
/bin/rm -rf x
"/bin/rm" -rf x
~/bin/rm -rf x
FOO=1 rm -rf x
A=1 B='x y' rm -r x
A="x y" rm -r x
env rm -rf x
env A=1 rm -r x
/usr/bin/env -i A=1 rm -r x
env -u HOME rm -r x
sudo rm -rf x
sudo -n rm -rf x
sudo -u root rm -rf x
sudo -- rm -rf x
sudo -E /bin/rm -rf x
A=1 sudo B=2 rm -r x
doas rm -r x
command rm -rf x
builtin command rm -r x
exec rm -r x
eval rm -rf x
nohup rm -rf x &
nice -n 5 rm -rf x
timeout 5 rm -rf x
timeout -s KILL 5s rm -rf x
time rm -rf x
busybox rm -rf x
ls | xargs rm -rf
find . -print0 | xargs -0 rm -rf
ls | xargs -n 1 rm -r
ls | xargs -n1 -P4 rm -r
ls | xargs -I {} rm -rf {}
ls | xargs -I{} sudo rm -rf {}
find . -exec rm -rf {} +
find . -type d -execdir rm -r {} \;
cd x && rm -rf y
cd x; rm -rf y
cd x || rm -rf y
ls;rm -rf y
ls&&rm -r y
echo hi&rm -rf x
cd x⏎rm -rf y
cd x⏎  rm -rf y
(rm -rf x)
(cd a && rm -rf x)
{ rm -rf x; }
$(rm -rf x)
`rm -rf x`
x=$(rm -r y)
if true; then rm -rf x; fi
for i in a b; do rm -r $i; done
while rm -r x; do ls; done
! rm -rf x
case x in a) rm -rf y;; esac
bash -c "rm -rf x"
sh -c 'rm -r x'
bash -lc "cd a && rm -rf x"
sudo sh -c 'rm -rf x'
rm \⏎  -rf x
rm -f \⏎ -r x
"""
NO_DELETES = r"""
rm x
rm -f x
rm -i -v x y z
rm -- -r
rm -f -- -rf
rm --force x
rm --interactive=once x
rm --verbose x
rm file-r
rm ./-r
rm a; ls -r
rm a && cp -r b c
rm -f a | xargs -r echo
rm a⏎ls -R
rm a & ls -r
(rm a) -r
rmdir x
rmdir -p a/b/c
git rm -r --cached x
git rm -rf x
sudo git rm -r x
npm rm -r x
docker rm -f x
docker run --rm -r x
podman rm -fr x
echo rm -rf x
echo "rm -rf x"
printf 'rm -rf x\n'
grep -r rm .
grep -rn "rm -rf" src
man rm -r
which rm -r
alarm -r
firm -r x
./firm -r x
rm-r x
rm_all -r
ls -R
cp -r a b
chmod -R u+w x
terraform -r
perform -rf
find . -name rm -print
alias rm='rm -i'
git commit -m "Do not rm -rf"
command -v rm
xargs -r echo rm
"""
PUSHES = r"""
git push --force
git push -f
git push -f origin main
git push origin main -f
git push --force origin main
git push origin main --force
git push --force-with-lease
git push --force-with-lease=main:abc origin main
git push -uf origin main
git push -fu origin main
git push -u -f origin main
git push --mirror backup
git push origin +main
git push origin +HEAD:main
git push origin "+main"
git push origin '+refs/heads/*:refs/heads/*'
git push -u origin main +dev
git push -- origin +main
git push "--force"
git push \-f
git  push   --force
git -C dir push -f
git -C "a/b" push --force
git -c user.name=x push -f
git -c a=b -C dir push --force
git --git-dir=.git push -f
git --git-dir .git push -f
git --no-pager push --force
git "push" -f
\git push -f
"git" push -f
/usr/bin/git push -f
GIT_SSH_COMMAND="ssh -i key" git push --force
env A=1 git push -f
sudo git push -f
sudo -u deploy git push -f
timeout 60 git push --force
git add . && git push -f
git commit -m x; git push --force
cd x⏎git push -f
(git push -f)
$(git push -f)
git branch | xargs git push -f origin
git pull || git push -f
if git push -f; then ls; fi
bash -c "git push -f"
git push \⏎  --force
"""
NO_PUSHES = r"""
git push
git push origin main
git push -u origin main
git push --set-upstream origin feature-f
git push --follow-tags
git push --tags
git push --dry-run
git push --no-force-with-lease
git push origin fix+more
git push origin feature/--force
git push -n -v origin main
git push --all; rm -f x
git push && git tag -f v1
git push origin main⏎git fetch -f
git push origin main | tee -f
git pull --force
git fetch -f
git stash push -f
git stash push --force
git checkout -f
git commit -m "git push -f"
git log --grep "push -f"
git config alias.p "push --force-x"
git-push-all -f
echo git push --force
echo "git push -f"
grep -r "git push --force" .
man git push -f
gh repo sync --force
npm publish --force
docker push -f x
mygit push -f
git pushf -f
git submodule push -f
"""


def lines(text: str) -> list[str]:
    return [line.replace("⏎", "\n") for line in text.strip().split("\n")]


@pytest.mark.parametrize("command", lines(DELETES))
def test_a_recursive_delete_is_blocked(command: str) -> None:
    assert blocked("block-recursive-delete", command)


@pytest.mark.parametrize("command", lines(NO_DELETES) + lines(PUSHES))
def test_what_deletes_no_folder_is_not(command: str) -> None:
    assert not blocked("block-recursive-delete", command)


@pytest.mark.parametrize("command", lines(PUSHES))
def test_a_push_with_force_is_blocked(command: str) -> None:
    assert blocked("block-force-push", command)


@pytest.mark.parametrize("command", lines(NO_PUSHES) + lines(DELETES))
def test_what_overwrites_no_history_is_not(command: str) -> None:
    assert not blocked("block-force-push", command)


@pytest.mark.parametrize("separator", [" && ", " || ", "; ", " | ", "\n", "&", "; sudo "])
def test_a_harmless_command_before_hides_nothing(separator: str) -> None:
    assert blocked("block-recursive-delete", f"git push origin main{separator}rm -rf x")
    assert blocked("block-force-push", f"rm a{separator}git push -f")
