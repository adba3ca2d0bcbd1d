"""The pages of the admin about questions: what was asked, what is missing, how good answers are."""

from apps.access.admin_site import site
from apps.retrieval.admin_briefing import BriefingVersionAdmin
from apps.retrieval.admin_gain import TokenGainAdmin
from apps.retrieval.admin_golden import GoldenQuestionAdmin
from apps.retrieval.admin_questions import AskedQuestionAdmin
from apps.retrieval.admin_runs import EvaluationRunAdmin
from apps.retrieval.models import (
    AskedQuestion,
    BriefingVersion,
    EvaluationRun,
    GoldenQuestion,
    TokenGain,
)

site.register(AskedQuestion, AskedQuestionAdmin)
site.register(GoldenQuestion, GoldenQuestionAdmin)
site.register(EvaluationRun, EvaluationRunAdmin)
site.register(BriefingVersion, BriefingVersionAdmin)
site.register(TokenGain, TokenGainAdmin)
