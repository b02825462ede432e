"""Answers worth looking at where the answers cannot be listed: drawn by chance, or the best ones by a rough rule.

What is proposed here is always legal: it has been judged by the conditions before it is handed out. Nothing here is a
rule; taste decides the order only. The rules do not know who proposes: `registry` tells `core.frames`.
"""
